import { guard } from '../guard';

/** Runs code that may fail, such as a change to the customer's page. Errors become a warning. */
export const attempt = <Result>(run: () => Result): Result | undefined => guard(run)();

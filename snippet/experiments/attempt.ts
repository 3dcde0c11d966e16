import { guard } from '../guard';

/** Runs something that may fail, such as a change to a page that is not ours. What it throws ends as a warning. */
export const attempt = <Result>(run: () => Result): Result | undefined => guard(run)();

import { conflict, type AppError } from '../../domain/errors';

/** The refusal of a second person with the same address. */
export const emailTaken = (): AppError => conflict('There is an end user with this email in the workspace already.');

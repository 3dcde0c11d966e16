import { invalid } from '../../domain/errors';

/** A source of consent that only the service records. */
export const notOfCallers = () =>
  invalid('This source of consent is recorded by the service alone.', [
    {
      path: 'consent.source',
      message: 'is a word of the service: leave it out, or say in a word of your own where the consent comes from',
    },
  ]);

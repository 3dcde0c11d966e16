import type { Schemas } from '../../api/client';

type Reason = Schemas['Suppression']['reason'];

export const reasonWords: Record<Reason, string> = {
  manual: 'Added by hand',
  bounce: 'Hard bounce',
  complaint: 'Spam complaint',
};

export const reasons = Object.keys(reasonWords) as Reason[];

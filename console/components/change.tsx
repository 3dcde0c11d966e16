import { changeSince, formatChange } from '../format/number';

/** The relative change, with its sign; empty without a previous value. */
export function Change({ now, before }: { now: number; before: number }) {
  const change = changeSince(now, before);
  return change === null ? null : <span className={change >= 0 ? 'up' : 'down'}>{formatChange(change)} </span>;
}

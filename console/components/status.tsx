import { formatWords } from '../format/words';

const tones: Record<string, string> = {
  published: 'good',
  running: 'good',
  RUNNING: 'info',
  COMPLETED: 'good',
  connected: 'good',
  active: 'good',
  ok: 'good',
  on: 'good',
  on_track: 'good',
  completed: 'done',
  sent: 'good',
  delivered: 'good',
  ship: 'good',
  live: 'info',
  paused: 'warn',
  at_risk: 'warn',
  pending: 'warn',
  invited: 'warn',
  expired: 'warn',
  inconclusive: 'warn',
  warning: 'warn',
  info: 'info',
  created: 'good',
  updated: 'info',
  sending: 'warn',
  unknown: 'warn',
  error: 'bad',
  FAILED: 'bad',
  TERMINATED: 'bad',
  failed: 'bad',
  bounced: 'bad',
  complained: 'bad',
  queued: 'info',
  behind: 'bad',
  roll_back: 'bad',
  check_data: 'bad',
};

/** Shows an enum value as words. The color repeats the meaning of the words. */
export function Status({ of }: { of: string }) {
  return (
    <span className={`status ${tones[of] ?? 'plain'}`} data-value={of}>
      {formatWords(of)}
    </span>
  );
}

import type { ReactNode } from 'react';
import { may, type Permission } from '../../../domain/accounts/permissions';
import { useSession } from '../../session/session';

interface Props {
  /** From 1. */
  number: number;
  title: string;
  /** What was found; null while the step is not done. */
  found: ReactNode;
  /** The permission to do the step. */
  permission: Permission;
  /** Names of owners and admins. */
  admins: readonly string[];
  /** What to do, while the step is not done. */
  children: ReactNode;
}

/** A step of Getting started: what to do, or what was found. */
export function Step({ number, title, found, permission, admins, children }: Props) {
  const { role } = useSession();
  const isDone = found !== null;
  return (
    <li className={isDone ? 'start-step done' : 'start-step'}>
      <span className={isDone ? 'step-mark done' : 'step-mark'} aria-hidden="true">
        {isDone ? '' : number}
      </span>
      <div className="start-step-body">
        <h2>
          {title}
          <span className="visually-hidden">{isDone ? ' (done)' : ' (open)'}</span>
        </h2>
        {isDone ? <p className="break">{found}</p> : children}
        {!isDone && !may(role, permission) && <WhoMay admins={admins} />}
      </div>
    </li>
  );
}

/** Names who can do a step that the role of the user does not allow. */
const WhoMay = ({ admins }: { admins: readonly string[] }) => (
  <p className="quiet">An owner or admin can do this{admins.length === 0 ? '' : `: ${admins.join(', ')}`}.</p>
);

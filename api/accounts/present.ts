import type { Member } from '../../db/accounts/accounts';
import type { Invitation } from '../../db/accounts/invitations';
import type { Session } from '../../db/accounts/sessions';
import { memberRecord } from '../../domain/accounts/schemas';
import { sessionRecord } from '../../domain/sessions/schemas';
import { recordOf } from '../responses';

export const presentSession = (session: Session) => recordOf(sessionRecord, session);

export const presentMember = (member: Member) => recordOf(memberRecord, { ...member, status: 'active' });

/** An invited person is listed with the members until the invitation is accepted. */
export const presentInvitation = (invitation: Invitation) =>
  recordOf(memberRecord, { ...invitation, name: null, status: 'invited' });

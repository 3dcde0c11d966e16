import { z } from 'zod';
import { demoState } from '../accounts/demo/schemas';
import { role } from '../accounts/schemas';
import { secondStepCode } from '../accounts/second-step/schemas';
import { emailAddress } from '../email/schemas';
import { textLimits } from '../text-limits';

/** Shapes of sign-ins, sessions and the workspaces of a session's person. */

export const signInBody = z
  .strictObject({
    email: emailAddress,
    password: z.string().min(1).max(textLimits.password),
    workspaceId: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'The workspace to sign in to, for members of several. Default: the first.' }),
    totp: secondStepCode.optional(),
  })
  .meta({ id: 'SignIn', examples: [{ email: 'ada@acme.example', password: 'correct horse battery' }] });

export const signInByLinkBody = z
  .strictObject({ token: z.string().max(200).meta({ description: 'The part of the link after `#`.' }) })
  .meta({ id: 'SignInByLink', examples: [{ token: 'b3BlbnMtYS1zZXNzaW9uLW9uY2UtYW5kLW5vLW1vcmUtLi4' }] });

export const sessionRecord = z
  .object({
    id: z.string(),
    user: z.object({ id: z.string(), email: z.string(), name: z.string().nullable() }),
    workspaceId: z.string(),
    role,
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Session' });

export const workspaceDeletion = z
  .object({
    id: z.string(),
    status: z.literal('deleting'),
    session: sessionRecord.nullable().meta({
      description:
        'Your session, in another workspace if this one was current. Null: you are signed out, or used a key.',
    }),
  })
  .meta({ id: 'WorkspaceDeletion' });

export const sessionWorkspaces = z
  .array(
    z.object({
      id: z.string(),
      name: z.string(),
      role,
      current: z.boolean().meta({ description: 'Whether the session is in this workspace.' }),
      demo: demoState.nullable().meta({ description: 'Null unless it is a demo workspace with sample data.' }),
      offersDemo: z.boolean().meta({
        description:
          'Whether the console offers to explore the demo workspace: the session is in this workspace, it has no ' +
          'events, and you have not chosen yet.',
      }),
    }),
  )
  .meta({ id: 'SessionWorkspaces', description: 'The workspaces of the signed-in person, sorted by name.' });

export const startChosen = z.object({ workspaceId: z.string(), offersDemo: z.literal(false) }).meta({
  id: 'StartChosen',
});

export const switchWorkspaceBody = z
  .strictObject({ workspaceId: z.string().max(100) })
  .meta({ id: 'SwitchWorkspace', examples: [{ workspaceId: 'wsp_1' }] });

export const accountSession = z
  .object({
    id: z.string(),
    workspaceId: z.string().meta({ description: 'The workspace that the session is in.' }),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().meta({ description: 'Accurate to about a minute.' }),
    expiresAt: z.iso.datetime(),
    userAgent: z.string().meta({ description: 'The browser or program in a few words.', example: 'Chrome on macOS' }),
    current: z.boolean().meta({ description: 'Whether this request was made with the session.' }),
  })
  .meta({ id: 'AccountSession', description: 'An active session of the signed-in person.' });

export const endedSessions = z
  .object({ ended: z.number().int().meta({ description: 'How many sessions were ended.' }) })
  .meta({ id: 'EndedSessions' });

export const signInMethods = z
  .object({
    password: z.literal(true),
    oidc: z
      .object({ label: z.string().meta({ description: 'The text of the button.' }) })
      .nullable()
      .meta({ description: 'The identity provider of the installation; null without one.' }),
  })
  .meta({ id: 'SignInMethods' });

export const providerCodeBody = z
  .strictObject({ totp: secondStepCode })
  .meta({ id: 'FinishProviderSignIn', examples: [{ totp: '123456' }] });

import type { Database } from '../db/connection/pool';
import type { BreakerPause } from '../domain/breakers';
import type { Credentials } from '../domain/connections/credentials';
import type { CredentialsKey } from '../domain/connections/credentials-box';
import type { PullDays } from '../domain/connections/pull-window';
import type { ConnectedType } from '../domain/connections/schemas';
import type { DeliveryResult, LookupResult } from '../domain/email/delivery-outcome';
import type { AccountLimits, Admission } from '../domain/email/sending-limits';
import type { FetchedPage } from '../domain/install/fetched-page';
import type { CampaignDay } from '../domain/metrics/figures';
import type { ExecutionAction } from '../domain/journeys/executions/schemas';
import type { MessageSender } from '../domain/senders/mailboxes';
import type { TaskName, Tasks } from '../domain/tasks';
import type { WebhookRequest } from '../domain/webhooks/request';
import type { TryResult } from '../domain/webhooks/retry';
import type { Workflows } from './workflows-port';

/**
 * Everything that operations use. An operation takes the parts it needs: `{ database }: Pick<Context, 'database'>`. The entry
 * points of the API and the worker create the context once.
 */
export interface Context {
  database: Database;
  mailer: Mailer;
  threads: Threads;
  passwords: Passwords;
  signIns: SignIns;
  temporal: Temporal;
  workflows: Workflows;
  /** Schedules of pulls, by connection. */
  connectionSchedules: Schedules;
  /** Schedules of weekly digests, by workspace. */
  digestSchedules: Schedules;
  webhooks: Webhooks;
  pages: Pages;
  adPlatforms: AdPlatforms;
  clock: Clock;
  random: Random;
  log: Log;
  /**
   * Lets other requests run between two parts of expensive work. In an expensive request it waits until the workspace may use the
   * event loop again.
   */
  pause: Pause;
  settings: Settings;
  /** Stops long work, which checks it between portions. In the API it never does. */
  signal: AbortSignal;
}

/** Settings of the installation that operations depend on. */
export interface Settings {
  /** Base of links in messages, without a trailing slash. */
  publicUrl: string;
  /** Signs links in messages. */
  linkSecret: string;
  /** The first encrypts credentials and secrets; the others only decrypt. Empty if the installation stores none. */
  credentialsKeys: readonly CredentialsKey[];
}

/** Everything that encrypts credentials and secrets. */
export type SealingContext = Pick<Context, 'random'> & { settings: Pick<Settings, 'credentialsKeys'> };

/** The installation's secret for hashes of keys and of erased names. Workers do not have it. */
export interface HashSettings {
  keyPepper: string;
}

export type Pause = () => Promise<void>;

/** Reads the time. */
export interface Clock {
  now(): Date;
  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void>;
}

/** A source of randomness. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  fraction(): number;
  /** Returns bytes that cannot be guessed. */
  bytes(count: number): Buffer;
}

/** Writes to the log of the process. Fields never contain personal data. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Hashes passwords. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Compares a password with a hash. Without a hash the result is false, after the same time. */
  matches(password: string, passwordHash: string | null): Promise<boolean>;
}

/** An attempt to sign in. */
export interface SignInAttempt {
  /** In lower case. */
  email: string;
  /** Network address of the caller. */
  address: string;
}

/**
 * Limits password attempts, by the caller's network, and by account and network together. Never by account alone, because then
 * any client could lock out its owner.
 */
export interface SignIns {
  /** Counts an attempt. @throws AppError RATE_LIMITED after too many from the network, or for the account from the network */
  countSignIn(attempt: SignInAttempt): Promise<void>;
  /** Records that the password was right: the attempt no longer counts as a failure. */
  forgiveSignIn(attempt: SignInAttempt): Promise<void>;
  /** Records that the password was right and a code is missing: the attempt counts for the account, not for the network. */
  excuseNetwork(attempt: SignInAttempt): Promise<void>;
  /** Counts a code of two-step verification. @throws AppError RATE_LIMITED after too many wrong codes of the person */
  countSecondStep(userId: string): Promise<void>;
  /** Records that the code was right: it no longer counts as a wrong one. */
  forgiveSecondStep(userId: string): Promise<void>;
  /** Clears the failures of an account from a network, because its password has changed. */
  clearSignIns(attempt: SignInAttempt): Promise<void>;
  /** Counts a request for a password reset link. @returns whether an email may be sent */
  countPasswordReset(attempt: SignInAttempt): Promise<boolean>;
  /** Counts a use of a valid reset link, because each costs a hash. @throws AppError RATE_LIMITED after too many */
  countResetUse(resetId: string): Promise<void>;
  /** Counts a start or a callback of a sign-in with the identity provider. @throws AppError RATE_LIMITED */
  countProviderUse(address: string): Promise<void>;
  /** Counts a use of a sign-in link. @throws AppError RATE_LIMITED after too many from the network */
  countLinkUse(address: string): Promise<void>;
}

/** The Temporal server, as far as operations use it directly. They start workflows through the outbox. */
export interface Temporal {
  /** @throws an error with a readable reason if Temporal does not respond */
  check(): Promise<void>;
  /**
   * Performs an action on a running execution, and waits for its result.
   * @param by the id of the member or key, for the audit log
   */
  act(executionId: string, action: ExecutionAction, by: string): Promise<ActResult>;
}

/** `refused`: the execution refuses the action. `unavailable`: no worker is known to have performed it. */
export type ActResult =
  { kind: 'done' } | { kind: 'refused'; reason: string } | { kind: 'unavailable'; reason: string };

/** Schedules in Temporal, one for each record of a kind. */
export interface Schedules {
  /** Creates, changes or removes the schedule of a record, as the record requires. @returns whether it differed */
  sync(recordId: string): Promise<boolean>;
  /** Lists the ids of records that have a schedule. */
  list(): Promise<string[]>;
}

/** Runs pure tasks that may take more than 50 ms. */
export interface Threads {
  /**
   * Runs a task: immediately if it is quick, otherwise in a thread.
   * @param owner a workspace. Owners take turns, and each gets its share of the time while others are active
   * @param signal removes the task if it has not started
   * @throws AppError VALIDATION_ERROR if it takes too much time or memory, or is nested too deeply or grows too large;
   * SERVICE_UNAVAILABLE if the queue is full, the task was removed, or the process stops; the task's own AppError or
   * TemplateError; ContentFault for any other error
   */
  run<Name extends TaskName>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
    owner: string,
    signal?: AbortSignal,
  ): Promise<ReturnType<Tasks[Name]>>;
}

/** Calls hosts that customers chose. */
export interface Webhooks {
  /**
   * Makes one request, without following redirects. Refuses private addresses and plain http, except for allowed hosts.
   * @param options.keepBytes bytes of the response body to keep; 0 by default
   * @throws the signal's reason if it is aborted
   */
  call(request: WebhookRequest, options?: { keepBytes?: number; signal?: AbortSignal }): Promise<WebhookCallResult>;
}

/** Loads pages of customers' sites. */
export interface Pages {
  /**
   * Loads a page from a public or allowed host, over http or https. Follows redirects.
   * @param address an absolute http or https URL
   * @param agent the `User-Agent`
   */
  fetch(address: string, agent: string): Promise<FetchedPage>;
}

/** An account at an ad platform. */
export interface AdAccount {
  connectorType: ConnectedType;
  accountId: string;
  /** Null for the platform's default. */
  baseUrl: string | null;
  credentials: Credentials;
}

/** Reads figures from ad platforms. */
export interface AdPlatforms {
  /**
   * Reads the figures of an account. Renews the access token if it has expired or is about to.
   * @param options.keep stores credentials with a new token before they are used, because the platform may have revoked the
   * previous one
   * @returns one row per campaign and day
   * @throws PullError if the platform returns no figures; the signal's reason if it is aborted
   */
  pull(
    account: AdAccount,
    days: PullDays,
    options: { signal: AbortSignal; keep: (credentials: Credentials) => Promise<void> },
  ): Promise<CampaignDay[]>;
}

export type WebhookCallResult = TryResult & {
  /** The first `keepBytes` bytes of the response body. Missing without `keepBytes`. */
  excerpt?: Buffer;
  /** Whether the body is longer than the excerpt. */
  isCut?: boolean;
  /** System error code of a failed connection, such as ECONNREFUSED. */
  errorCode?: string;
};

export interface OutgoingMessage {
  /** The service's own id of the send. It travels as a header and a message tag, so that the message can be found again. */
  sendId: string;
  to: string;
  subject: string;
  /** Null for a text message. At least one of html and text is present. */
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  /** Sender of the message; the installation's sender by default. */
  sender?: MessageSender | null;
}

/** An email provider. */
export interface MailProvider {
  deliver(message: OutgoingMessage): Promise<DeliveryResult>;
  /** Looks a message up. Valid only after `settledAfterMs` since the delivery started. */
  lookUp(sendId: string, startedAt: Date): Promise<LookupResult>;
  /** Reads the account's limits. Missing if the provider has no such limits. */
  readLimits?(): Promise<AccountLimits>;
  /** Milliseconds after a claim when its delivery has reached the provider or never will. Includes {@link maxClaimAgeMs}. */
  readonly settledAfterMs: number;
  close(): void;
}

/** A send that asks for admission. */
export interface AdmissionRequest {
  sendId: string;
  /** The sender of its message; the installation's sender by default. */
  sender?: MessageSender | null | undefined;
  /** Whether a caller waits for the message, as for a transactional one. Urgent sends go first. */
  isUrgent: boolean;
  /** Ends the wait for a turn. */
  signal?: AbortSignal | undefined;
}

/** An email provider that pauses sends while it fails. */
export interface Mailer extends MailProvider {
  /**
   * Admits a send. Call it before the send is claimed. Waits for its turn if the account's rate is limited. If the send is
   * the probe, the pause ends when the provider accepts or rejects it; a probe that is not delivered delays the next one.
   */
  admit(request: AdmissionRequest): Promise<Admission>;
  /** Null while the provider works. */
  findPause(): Promise<BreakerPause | null>;
}

/**
 * Maximum age of a claim in milliseconds: an attempt that starts its request later releases the claim. So a request reaches the
 * provider within this time and its own timeout, or never; other attempts look the send up after that
 * ({@link MailProvider.settledAfterMs}). A claim is one statement, so a second is enough; a busy machine that takes longer
 * retries immediately.
 */
export const maxClaimAgeMs = 1_000;

import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Actor as ActingMember } from '../domain/accounts/actor';
import type { Permission } from '../domain/accounts/permissions';
import type { ErrorCode } from '../domain/errors';
import type { CompressedText } from './compressed-text';
import type { RateLimitClass } from './middleware/limits';
import type { Services } from './services';
import type { ThreadPool } from '../threads/threads';
import type { CountedRequest } from '../operations/transactional/senders';

/**
 * Who may call a route: every caller, the holder of the shared secret, a signed-in user, the holder of a transactional key, or a
 * key or session whose role has the permission.
 */
export type Access =
  | 'public'
  | 'internal'
  | 'session'
  | 'transactional'
  | {
      permission: Permission;
      /** Only a server key (svc_sk_) will do. */
      serverKey?: true;
      /** Only a person will do: a session or a user key (svc_uk_). */
      person?: true;
    };

/** Who called, as far as the route's access asked. */
export interface Actor extends ActingMember {
  /** The person, if the caller is one: signed in, or by a user key. */
  userId: string | null;
  /** The key or session that the request came with: what rates are counted by. */
  credentialId: string;
  sessionId: string | null;
}

/** The holder of a transactional key. */
export interface SendingActor extends Actor {
  /** The request, which is counted when it claims a send. */
  countedRequest: CountedRequest;
}

/** What a route's `authorize` decides by. */
export interface AuthorizationRequest {
  actor: Actor;
  params: Readonly<Record<string, string>>;
  /** The fields of the body as they came, not validated; none unless it is an object. */
  body: Readonly<Record<string, unknown>>;
  services: Services;
}

/** What a route's `findNamed` looks by. */
export interface NamedRequest extends Omit<AuthorizationRequest, 'actor'> {
  /** None where the caller holds the shared secret. */
  actor: Actor | undefined;
}

/** A handler's answer: JSON, or text, bytes or a stream of another type. */
export interface RouteResponse<Status extends number = number, Body = unknown> {
  status: Status;
  body: Body;
  headers?: Record<string, string>;
  /** Several `Set-Cookie` headers. */
  cookies?: readonly string[];
  /** The body as text (JSON too), and compressed beforehand for clients that accept it. */
  compressed?: CompressedText;
}

type Shape = z.ZodType | undefined;
type Parsed<Schema extends Shape> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type ResponseOf<Responses extends ResponseSchemas> = {
  [Status in keyof Responses & number]: RouteResponse<Status, BodyOf<Responses[Status]>>;
}[keyof Responses & number];
type BodyOf<Response> = Response extends z.ZodType ? z.input<Response> : string | Buffer | Readable;

/** A schema for a JSON answer; a media type for an answer of text or bytes, with a schema if it is JSON in a stream. */
export type ResponseSchemas = Record<
  number,
  z.ZodType | { contentType: string; description: string; schema?: z.ZodType }
>;

export interface RequestSchemas<Params extends Shape, Query extends Shape, Body extends Shape, Heads extends Shape> {
  params?: Params;
  /** Names in lower case; other headers are left alone. */
  headers?: Heads;
  query?: Query;
  body?: Body;
}

export interface HandlerInput<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Heads extends Shape,
  Caller,
> {
  params: Parsed<Params>;
  headers: Parsed<Heads>;
  query: Parsed<Query>;
  body: Parsed<Body>;
  /** The body of a route with `asText`; else empty. */
  text: string;
  /** The body of text/csv of a route with `streamsCsv`; else null. `body` is undefined then. */
  stream: Readable | null;
  actor: Caller;
  services: Services;
  /** When the request arrived. */
  receivedAt: Date;
  /** The caller's network address. */
  address: string;
  userAgent: string;
  /** As the caller sent it: a route of GET also answers HEAD. */
  method: string;
  /** Counts the request against a rate that only the handler knows the key of. @throws AppError RATE_LIMITED */
  countAgainst: (limit: RateLimitClass, key: string) => Promise<void>;
}

type CallerOf<Given extends Access> = Given extends 'public' | 'internal'
  ? undefined
  : Given extends 'transactional'
    ? SendingActor
    : Actor;

/** A route as it is declared. Validation, typing, access, rate class and the OpenAPI document all come from this. */
export interface RouteDefinition<
  Given extends Access,
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Heads extends Shape,
  Responses extends ResponseSchemas,
> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `:name` for path parameters. */
  path: string;
  /** The noun under which the document lists it. */
  tag: string;
  summary: string;
  description?: string;
  access: Given;
  limit: RateLimitClass;
  request?: RequestSchemas<Params, Query, Body, Heads>;
  responses: Responses;
  /** Codes that the handler may refuse with, besides those that access, validation and limits imply. */
  errors?: readonly ErrorCode[];
  /** Errors as `{ error: { code, message } }`, codes in lower case: those of transactional sends. */
  nestedErrors?: boolean;
  /** The body may come as text/plain (beacons); every other route wants application/json. */
  acceptsText?: boolean;
  /** The body may come as text/csv, too: what it says, in the form of the body's schema. @throws AppError VALIDATION_ERROR */
  readCsv?: (text: string, threads: ThreadPool) => Promise<unknown>;
  /** The body may come as text/csv, too: the handler is given it as `stream`, unread. JSON is read and validated as usual. */
  streamsCsv?: boolean;
  /** The handler is given the body as `text`, and has a thread read and validate it: `body` is undefined then. */
  asText?: boolean;
  /** Requests of a workspace are handled one after the other, so that those which wait hold no connection to the database. */
  oneAtATime?: boolean;
  /** A list of the body whose items the handler checks one by one. */
  validateItemsIndividually?: string;
  /** Refuses what the permission alone would allow, by what the request says. Runs before the content is validated. */
  authorize?: (request: AuthorizationRequest) => void | Promise<void>;
  /**
   * Looks up what the path names, or the id in the body, when the body is not valid: an unknown id is 404, whatever else it says.
   * @throws AppError NOT_FOUND
   */
  findNamed?: (request: NamedRequest) => Promise<void>;
  /** A browser must be on this service's own origin: the route sets a cookie. */
  sameOrigin?: boolean;
  /** Only programs on the machine of this service may call it, and not through a proxy. */
  thisMachineOnly?: boolean;
  /** An older name of another route: since when, and which. Its answers say so. */
  deprecated?: { at: Date; successor: string };
  /** Pages of every origin may call it, without credentials. */
  crossOrigin?: boolean;
  handler: (input: HandlerInput<Params, Query, Body, Heads, CallerOf<Given>>) => Promise<ResponseOf<Responses>>;
}

/** A declared route with its types put aside, as the application and the document walk over it. */
export type Route = Omit<RouteDefinition<Access, Shape, Shape, Shape, Shape, ResponseSchemas>, 'handler'> & {
  handler: (input: never) => Promise<RouteResponse>;
};

/** Declares a route. */
export function defineRoute<
  const Given extends Access,
  Responses extends ResponseSchemas,
  Params extends Shape = undefined,
  Query extends Shape = undefined,
  Body extends Shape = undefined,
  Heads extends Shape = undefined,
>(definition: RouteDefinition<Given, Params, Query, Body, Heads, Responses>): Route {
  return definition;
}

import Router from '@koa/router';
import Koa from 'koa';
import type { Context } from 'koa';
import { z } from 'zod';
import { AppError, invalid } from '../domain/errors';
import { checkResponse } from './check-response';
import { authenticate } from './middleware/authenticate';
import { allowCrossOrigin, securityHeaders } from './middleware/browser-safety';
import { formatErrors } from './middleware/errors';
import { rateOf, type RateLimitClass } from './middleware/limits';
import { createMetrics } from './middleware/metrics';
import { isObject } from '../domain/json/is-object';
import { checkStorable } from '../domain/json/parse-json';
import { CostlyRequests } from './middleware/costly-requests';
import { assertConnected, LargeBodies } from './middleware/large-bodies';
import { parseBody, readBytes } from './middleware/read-body';
import { isCostlyBody, limitRefusedBodies } from './middleware/refused-bodies';
import { logRequests } from './middleware/request-log';
import { traceRequests } from './middleware/trace-requests';
import { requireSameOrigin } from './middleware/session-cookie';
import { requireThisMachine } from './middleware/this-machine';
import { assertAdmitted } from '../domain/transactional/throughput';
import { validate } from '../domain/validate';
import { openApiDocument } from './openapi';
import type { Actor, AuthorizationRequest, RouteResponse, Route, SendingActor } from './route';
import { routes } from './routes';
import { sendResponse } from './send-response';
import { consoleRoutes } from './console/routes';
import { documentationRoutes } from './docs/routes';
import { operationsRoutes } from './health/routes';
import type { Pause } from '../operations/ports';
import type { Services } from './services';

/** The API as a Koa application, without a port. */
export function createApp(services: Services): Koa {
  // Uses the address that the outermost trusted proxy added to X-Forwarded-For. Earlier entries come from the caller.
  const app = new Koa({ proxy: services.settings.trustedProxies > 0, maxIpsCount: services.settings.trustedProxies });
  const metrics = createMetrics(services);
  const queues = { largeBodies: new LargeBodies(), costly: new CostlyRequests(services.http.owners) };
  // A path has one spelling. Otherwise a proxy that closes "/metrics" would let "/metrics/" and "/METRICS" through.
  const router = new Router({ strict: true, sensitive: true });
  const documented = [...routes, ...operationsRoutes(metrics)];
  const all = [
    ...documentationRoutes(() => openApiDocument(documented, services.settings)),
    ...consoleRoutes(services.http.consoleFiles),
    ...documented,
  ];
  const fixed = new Map<string, Map<string, (context: Context) => Promise<void>>>();
  for (const route of all) {
    const handler = handle(route, services, queues);
    router.register(route.path, [route.method], handler);
    if (route.path.includes(':')) continue;
    const ofPath = fixed.get(route.path) ?? new Map();
    fixed.set(route.path, ofPath.set(route.method.toUpperCase(), handler));
  }
  const refuse = refuseUnknown(router, all);
  if (services.settings.isTraced) app.use(traceRequests);
  app.use(logRequests(services.http.logger));
  app.use(metrics.measure);
  app.use(securityHeaders(services.settings));
  app.use(formatErrors(services.http.logger));
  app.use(allowCrossOrigin(all));
  // A path without parameters needs no search, and "/members/accept" is never the id of "/members/:id".
  app.use((context, next) => {
    const ofPath = fixed.get(context.path);
    if (ofPath === undefined) return next();
    const handler = ofPath.get(context.method === 'HEAD' ? 'GET' : context.method);
    return handler === undefined ? refuse(context) : handler(context);
  });
  app.use(router.routes());
  app.use(refuse);
  return app;
}

interface Queues {
  largeBodies: LargeBodies;
  costly: CostlyRequests;
}

function handle(route: Route, services: Services, queues: Queues) {
  return async (context: Context): Promise<void> => {
    const receivedAt = new Date();
    context.state['route'] = route.path;
    context.state['nestedErrors'] = route.nestedErrors === true;
    if (route.deprecated !== undefined) setDeprecationHeaders(context, route.deprecated);
    if (route.sameOrigin === true) requireSameOrigin(context, services.settings.publicUrl, { orNone: true });
    if (route.thisMachineOnly === true) requireThisMachine(context);
    const actor = await authenticate(context, route.access, services);
    if (actor !== undefined) await services.http.limits.count(context, rateOf(route.limit, actor), actor.credentialId);
    let response: RouteResponse;
    try {
      const respond = () => responseOf(context, route, { actor, services, receivedAt }, queues);
      const isLimited = route.access === 'public' && route.request?.body !== undefined && isCostlyBody(context.req);
      response = await (isLimited ? limitRefusedBodies(context, services.http.limits, respond) : respond());
    } finally {
      // The request counts whatever its outcome. A refusal of its key precedes any other error.
      if (actor !== undefined && 'countedRequest' in actor) await countSend(context, services, actor);
    }
    if (services.settings.checkResponses) checkResponse(route, response);
    sendResponse(context, route, response);
    if (actor !== undefined && route.limit !== 'ingest') {
      queues.costly.noteResponse(actor.workspaceId, nameOf(route), context.response.length ?? 0);
    }
  };
}

/** @throws AppError as {@link assertAdmitted} */
async function countSend(context: Context, services: Services, actor: SendingActor): Promise<void> {
  const { workspaceId, credentialId: keyId, countedRequest } = actor;
  const admission = await countedRequest.count();
  if (admission !== null && !admission.isPaused) {
    services.http.keyUse.record({ workspaceId, keyId });
    services.http.limits.writeThroughput(context, admission);
  }
  assertAdmitted(admission);
}

/** The context of a request before its body is read. Never copied, because copies took a tenth of the time of an event. */
interface Given {
  actor: Actor | undefined;
  services: Services;
  receivedAt: Date;
}

/**
 * Validates a request and calls its route. A large body waits until no other is being parsed. Expensive requests, except
 * events, wait until no other of the same workspace is being handled. They also wait for the workspace's share of the
 * time, except sends, which have their own limit.
 */
async function responseOf(
  context: Context,
  route: Route,
  given: Given,
  { largeBodies, costly }: Queues,
): Promise<RouteResponse> {
  const { actor, services } = given;
  const owner = actor?.workspaceId ?? context.ip;
  if (actor !== undefined) costly.see(owner);
  const isRead = hasBody(context, route, actor) && !isStreamed(context, route);
  const bytes = isRead ? await readBytes(context.req) : undefined;
  const respond = async (read: () => Promise<unknown>): Promise<RouteResponse> =>
    route.handler((await read()) as never);
  const read = (pause = services.pause): Promise<unknown> => inputOf(context, route, given, { bytes, pause });
  const isLarge = largeBodies.isLarge(bytes?.length ?? 0);
  const isCostly = isLarge || route.oneAtATime === true || costly.hasLargeResponse(owner, nameOf(route));
  if (!isCostly) {
    const end = largeBodies.startSmall();
    return respond(() => read()).finally(end);
  }
  const parse = (pause?: Pause): Promise<unknown> => {
    assertConnected(context.req);
    return isLarge && isParsedHere(context, route) ? largeBodies.parse(owner, () => read(pause)) : read(pause);
  };
  if (route.limit === 'ingest') return respond(() => parse());
  return costly.handle(owner, { isShared: route.limit !== 'throughput' }, (pause) => respond(() => parse(pause)));
}

/** Checks whether a body must be read. A body that the route does not use is read too, and refused unless it is empty. */
function hasBody({ req, method }: Context, { request }: Route, actor: Actor | undefined): boolean {
  if (request?.body !== undefined) return true;
  if (actor === undefined || method === 'GET' || method === 'HEAD') return false;
  return Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
}

/** @throws AppError UNSUPPORTED_MEDIA_TYPE for a compressed stream */
function isStreamed(context: Context, { streamsCsv }: Route): boolean {
  if (streamsCsv !== true || !context.is('text/csv')) return false;
  if (context.get('content-encoding') !== '')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the CSV without a Content-Encoding.');
  return true;
}

/** The body of a route that takes none. */
const noFields = z.strictObject({});

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Text and CSV are parsed in threads, which have queues of their own. */
const isParsedHere = (context: Context, route: Route): boolean =>
  route.asText !== true && (route.readCsv === undefined || !context.is('text/csv'));

interface Received {
  bytes: Buffer | undefined;
  pause: Pause;
}

/** What a handler is given: everything that came with the request, validated. */
async function inputOf(context: Context, route: Route, given: Given, { bytes, pause }: Received): Promise<unknown> {
  const { params, query, headers } = route.request ?? {};
  const body = bytes && bodyOf(route);
  if (params) checkStorable(context['params'], 'path');
  if (query) checkStorable(context.query, 'query');
  const submittedBody = bytes && (await requiredBody(context, route, given, bytes));
  await authorize(context, route, submittedBody, given);
  return {
    params: params && validate(params, context['params'], 'path'),
    query: query && validate(query, context.query, 'query'),
    headers: headers && validate(headers, context.headers, 'header'),
    body: route.asText === true ? undefined : body && (await bodyIn(context, route, submittedBody, given)),
    text: route.asText === true ? String(submittedBody) : '',
    stream: bytes === undefined && isStreamed(context, route) ? context.req : null,
    actor: given.actor,
    services: pause === given.services.pause ? given.services : { ...given.services, pause },
    receivedAt: given.receivedAt,
    address: context.ip,
    userAgent: context.get('user-agent'),
    method: context.method,
    countAgainst: (limit: RateLimitClass, key: string) => {
      context.state['workspaceIsKnown'] = true;
      return given.services.http.limits.count(context, limit, key);
    },
  };
}

async function bodyIn(context: Context, route: Route, body: unknown, given: Given): Promise<unknown> {
  try {
    return validate(bodyOf(route), body, 'body');
  } catch (error) {
    if (isObject(body)) await refuseUnknownId(context, route, body, given);
    throw error;
  }
}

/** What a request names is looked for before its content is refused. */
async function refuseUnknownId(context: Context, route: Route, body: unknown, given: Given): Promise<void> {
  await route.findNamed?.({ ...contentOf(context, body, given), actor: given.actor });
}

/** Checks the role that the request's content requires, before the content is validated. */
async function authorize(context: Context, route: Route, body: unknown, given: Given): Promise<void> {
  if (route.authorize === undefined || given.actor === undefined) return;
  await route.authorize({ ...contentOf(context, body, given), actor: given.actor });
}

function contentOf(context: Context, body: unknown, { services }: Given): Omit<AuthorizationRequest, 'actor'> {
  const params = (context['params'] ?? {}) as Record<string, string>;
  return { params, body: isObject(body) ? body : {}, services };
}

/** In the form of RFC 9745, also with errors. */
function setDeprecationHeaders(context: Context, { at, successor }: NonNullable<Route['deprecated']>): void {
  context.set('Deprecation', `@${at.getTime() / 1_000}`);
  context.set('Link', `<${successor}>; rel="successor-version"`);
}

const bodyOf = ({ request }: Route): z.ZodType => request?.body ?? noFields;

async function requiredBody(context: Context, route: Route, given: Given, bytes: Buffer): Promise<unknown> {
  const { threads } = given.services;
  const body = await parseBody(context.req, bytes, {
    acceptsText: route.acceptsText ?? false,
    readCsv: route.readCsv && ((text) => route.readCsv?.(text, threads) ?? Promise.resolve(undefined)),
    asText: route.asText,
    validateItemsIndividually: route.validateItemsIndividually,
  });
  // A body with only optional fields can be omitted. A body of `null` counts as sent.
  if (body !== undefined) return body;
  if (bodyOf(route).safeParse({}).success) return {};
  await refuseUnknownId(context, route, {}, given);
  throw invalid(`Send a body as JSON${route.readCsv === undefined ? '' : ' or CSV'}.`);
}

/**
 * Responds with 404 to an unknown path, with 405 to an unsupported method, and with 204 to OPTIONS. `Allow` lists the
 * methods of the best match, which is the path with the fewest parameters.
 */
function refuseUnknown(router: Router, all: readonly Route[]) {
  const nested = new Set(all.filter((route) => route.nestedErrors === true).map(({ path }) => path));
  return (context: Context): void => {
    const { method, path } = context;
    context.state['nestedErrors'] = nested.has(path);
    const layers = router.match(path, '').path;
    const fewest = Math.min(...layers.map(({ paramNames }) => paramNames.length));
    const methods = layers.flatMap((layer) => (layer.paramNames.length === fewest ? layer.methods : []));
    if (methods.length === 0) {
      throw new AppError('NOT_FOUND', `${method} ${path} does not exist. GET /docs lists all routes.`);
    }
    const allowed = methods.join(', ');
    context.set('Allow', allowed);
    if (method !== 'OPTIONS') {
      throw new AppError('METHOD_NOT_ALLOWED', `${path} does not support ${method}. Use ${allowed}.`);
    }
    context.status = 204;
  };
}

/**
 * The snippet's numbers, in a file without imports. Only then does the bundler inline them, which keeps the snippet
 * small.
 */

// The queue.
export const maxItems = 1_000;
/** How long (ms) an idle page keeps its queue to itself. */
export const ownedMs = 300_000;
/** 23 hours. The service recognizes repeats for 24 hours; after that, a retry might count twice. */
export const uncertainMs = 82_800_000;

// Requests.
export const gatherMs = 3_000;
export const maxEvents = 100;
/** Browsers limit requests that outlive their page to 64 KB in total. */
export const maxBytes = 60_000;
/** A part of that, so that several requests fit. They count until some time after their response. */
export const smallBytes = 15_000;
export const timeoutMs = 15_000;
export const longestWaitMs = 60_000;

// Events.
export const longestUrl = 2_000;
export const longestType = 200;
export const maxEventBytes = 32_000;
export const longestText = 100;
/**
 * Limit for the path to an element. An event has other content too, and the service accepts up to 100 steps and 4,000
 * characters.
 */
export const maxSteps = 30;
export const longestPath = 2_000;
export const maxClasses = 3;
/** Pages often set their title shortly after the URL. */
export const titleMs = 100;
export const reportMs = 30_000;
/** A longer interval between two checks means that the machine was asleep. */
export const longestMs = 35_000;

// Experiments.
/** Milliseconds after which a response is ignored, because the visitor is already reading the page. */
export const listTimeoutMs = 10_000;
/** Maximum in milliseconds that a page waits for its experiments. */
export const ceilingMs = 1_000;
/** Maximum number of patched elements in the document, per change. */
export const maxElements = 500;
/** Maximum number of times per second that an element is patched again after the page has overwritten it. */
export const maxReapplied = 10;
/** Maximum number of times per second that a variant patches new elements, for pages that replace patched ones. */
export const maxRounds = 500;
/** Milliseconds on a loaded page after which a missing variant is reported. It may still be applied later. */
export const applyMs = 10_000;
/** Maximum number of characters of the reason why a variant is not applied. */
export const longestReason = 200;
/** Maximum number of exposures. The newest are kept, because old ones belong to experiments that ended long ago. */
export const maxKept = 100;
/** Every request of the site sends the cookie, and servers accept about 8 KB of cookies in total. */
export const longestCookie = 1_500;

/**
 * The snippet's numbers, in a file without imports: from such a one alone they get into the code where they are used, and the
 * snippet stays below its 8 KB.
 */

// The queue.
export const mostItems = 1_000;
/** How long (ms) a page that does nothing keeps its queue to itself. */
export const ownedMs = 300_000;
/** 23 hours, less than the 24 in which the service knows a repeat: later, a second try might count twice. */
export const uncertainMs = 82_800_000;

// Requests.
export const gatherMs = 3_000;
export const mostEvents = 100;
/** Browsers let requests that outlive their page carry 64 KB in all. */
export const maxBytes = 60_000;
/** Of those, requests leave room for one another: they count until some time after their answer. */
export const smallBytes = 15_000;
export const timeoutMs = 15_000;
export const longestWaitMs = 60_000;

// Events.
export const longestUrl = 4_000;
export const longestType = 200;
export const mostEventBytes = 32_000;
export const longestText = 100;
/** Of the way to an element: an event carries it among other things, and the service reads up to 100 steps and 4,000 characters. */
export const mostSteps = 30;
export const longestPath = 2_000;
export const mostClasses = 3;
/** Pages often set their title shortly after the address. */
export const titleMs = 100;
export const reportMs = 30_000;
/** A longer stretch between two looks means that the machine slept. */
export const longestMs = 35_000;

// Experiments.
/** Milliseconds after which an answer is not waited for: the visitor has been reading the page for long. */
export const listTimeoutMs = 10_000;
/** Milliseconds for which a page waits for its experiments at most. */
export const ceilingMs = 1_000;
/** Elements that one change is made to, at most: an end to a quarrel with a page that takes our changes back. */
export const maxElements = 500;
/** Exposures. The newest are kept: the old ones belong to experiments that ended long ago. */
export const maxKept = 100;
/** A cookie travels with each request of the site: servers bear some 8 KB of them all. */
export const longestCookie = 1_500;

import { isQuicklyRead, isQuicklyReadText, type Templates } from '../domain/email/content-references';
import { countLinksAtMost, instrumentHtml } from '../domain/email/instrument';
import { previewMessage } from '../domain/email/preview';
import { renderTransactional } from '../domain/email/render-transactional';
import { isLimitExceeded, loopLimits, TemplateError } from '../domain/email/template';
import { simulate } from '../domain/journeys/simulation/simulate';
import { withRenderers, type Simulation } from '../domain/journeys/simulation/simulated-messages';
import { renderStep } from '../domain/webhooks/render-step';
import { renderTracked, tasks, type TaskName, type Tasks } from '../domain/tasks';

/** Maximum characters of a short text, which takes at most a few milliseconds. */
const shortText = 10_000;
const shortHtml = loopLimits.output;
const fewRows = 200;

type Attempts = {
  [Name in TaskName]: (input: Parameters<Tasks[Name]>[0]) => { result: ReturnType<Tasks[Name]> } | null;
};

const ifShort =
  <Result>(task: (text: string) => Result) =>
  (text: string): { result: Result } | null =>
    text.length <= shortText ? { result: task(text) } : null;

/**
 * Runs quick tasks immediately on the event loop, with limits that end them early if they are slow. Returns null if a
 * thread must run the task.
 */
export const attempts: Attempts = {
  inspectContent: (given) => (isQuicklyRendered(given.content) ? { result: tasks.inspectContent(given) } : null),
  renderTransactional: ({ template, variables, sender }) =>
    isQuicklyRead(template) ? withinLimits(() => renderTransactional(template, variables, sender, loopLimits)) : null,
  renderMarketing: (given) =>
    isQuicklyRendered(given.content) ? withinLimits(() => renderTracked(given, loopLimits)) : null,
  renderWebhook: ({ templates, context }) =>
    isQuicklyReadText(Object.values({ ...templates.headers, '': templates.body ?? '' }))
      ? withinLimits(() => renderStep(templates, context, loopLimits))
      : null,
  previewMessage: ({ content, context }) =>
    isQuicklyRead(content) ? withinLimits(() => previewMessage(content, context, loopLimits)) : null,
  instrumentHtml: ({ html, tracking }) =>
    html.length <= shortHtml && countLinksAtMost(html) <= loopLimits.links
      ? { result: instrumentHtml(html, tracking) }
      : null,
  simulate: (given) => (isQuicklySimulated(given) ? withinLimits(() => simulateBriefly(given)) : null),
  checkPage: (given) =>
    (given.page.response?.html.length ?? 0) <= shortText ? { result: tasks.checkPage(given) } : null,
  readCsvRows: ifShort(tasks.readCsvRows),
  parseRows: (given) => (given.rows.length <= fewRows ? { result: tasks.parseRows(given) } : null),
  translateExternal: ifShort(tasks.translateExternal),
  readBundle: ifShort(tasks.readBundle),
  readOwnBundle: (given) => (given.text.length <= shortText ? { result: tasks.readOwnBundle(given) } : null),
  readTextTemplates: (sources) => (isQuicklyReadText(sources) ? { result: tasks.readTextTemplates(sources) } : null),
};

const isQuicklyRendered = (content: Templates): boolean =>
  isQuicklyRead(content) && (content.html ?? '').length <= shortHtml;

const fewSteps = 50;
/** Milliseconds after which a dry run renders no more on the event loop. */
const simulationMs = 5;

const isQuicklySimulated = ({ run, messages }: Simulation): boolean =>
  run.definition.steps.length <= fewSteps && [...messages.contents.values()].every(isQuicklyRendered);

function simulateBriefly(given: Simulation): ReturnType<Tasks['simulate']> {
  const until = performance.now() + simulationMs;
  const assertMore = (): void => {
    if (performance.now() > until) throw new TemplateError('steps', 'time limit exceeded');
  };
  return simulate(withRenderers(given, loopLimits, assertMore));
}

function withinLimits<Result>(render: () => Result): { result: Result } | null {
  try {
    return { result: render() };
  } catch (error) {
    if (isLimitExceeded(error)) return null;
    throw error;
  }
}

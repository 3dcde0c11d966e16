import { isQuicklyRead } from '../domain/email/content-references';
import { instrumentHtml } from '../domain/email/instrument';
import { previewMessage } from '../domain/email/preview';
import { renderTransactional } from '../domain/email/render-transactional';
import { isLimitExceeded, loopLimits } from '../domain/email/template';
import { tasks, type TaskName, type Tasks } from './tasks';

/** Characters of text, of which any takes some milliseconds at most. */
const shortText = 10_000;
const shortHtml = 20_000;
const fewRows = 200;

type Attempts = {
  [Name in TaskName]: (input: Parameters<Tasks[Name]>[0]) => { result: ReturnType<Tasks[Name]> } | null;
};

const ifShort =
  <Result>(task: (text: string) => Result) =>
  (text: string): { result: Result } | null =>
    text.length <= shortText ? { result: task(text) } : null;

/**
 * Tasks done at once, on the event loop, where they are known to be quick or end soon when they are not; null where a thread has
 * to do them.
 */
export const attempts: Attempts = {
  inspectContent: (given) => (isQuicklyRead(given.content) ? { result: tasks.inspectContent(given) } : null),
  renderTransactional: ({ template, variables, sender }) =>
    isQuicklyRead(template) ? withinLimits(() => renderTransactional(template, variables, sender, loopLimits)) : null,
  previewMessage: ({ content, surroundings }) =>
    isQuicklyRead(content) ? withinLimits(() => previewMessage(content, surroundings, loopLimits)) : null,
  instrumentHtml: ({ html, tracking }) =>
    html.length <= shortHtml ? { result: instrumentHtml(html, tracking) } : null,
  readCsvRows: ifShort(tasks.readCsvRows),
  parseRows: (given) => (given.rows.length <= fewRows ? { result: tasks.parseRows(given) } : null),
  translateExternal: ifShort(tasks.translateExternal),
  readBundle: ifShort(tasks.readBundle),
};

function withinLimits<Result>(render: () => Result): { result: Result } | null {
  try {
    return { result: render() };
  } catch (error) {
    if (isLimitExceeded(error)) return null;
    throw error;
  }
}

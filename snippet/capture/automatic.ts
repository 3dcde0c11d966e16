import { guard } from '../guard';
import { page } from '../native';
import type { Options } from '../options';
import { pageUrl, type Place, type Recorder } from '../record';
import { captureClick } from './clicks';
import { measureEngagement } from './engagement';
import { describeSubmit } from './forms';
import { titleMs } from '../limits';

/** What is collected by itself. */
export interface AutomaticCapture {
  /** Another stay on a page begins. */
  view(at: number): void;
  navigated(previous: string): void;
  /** Records what is not yet recorded: the page is going, or collecting ends. */
  settle(): void;
  /** Time from here on is that of another visitor. */
  restart(): void;
}

export function captureAutomatically(options: Options, recorder: Recorder): AutomaticCapture {
  const engagement = measureEngagement((time, url) => recorder.track('engaged_time', time, { url }));
  const unrecordedViews = new Set<() => void>();

  const view = (at: number): void => {
    // What is not recorded by now is of a time when nothing might be.
    unrecordedViews.clear();
    engagement.restart();
    const place: Place = { url: pageUrl(options), at };
    const record = guard(() => {
      if (!unrecordedViews.delete(record)) return;
      const { language } = navigator;
      recorder.track('pageview', { title: page.title.slice(0, 300), language, screenWidth: screen.width }, place);
    });
    unrecordedViews.add(record);
    setTimeout(record, titleMs);
  };
  const settle = (url?: string): void => {
    unrecordedViews.forEach((record) => record());
    engagement.settle(url);
  };

  // On the way down, where a page that stops its events does not stop this.
  const onClick = guard((event: Event) => captureClick(event, recorder.track));
  addEventListener('click', onClick, true);
  addEventListener('auxclick', onClick, true);
  addEventListener(
    'submit',
    guard((event: Event) => {
      const submitted = describeSubmit(event.target);
      if (submitted === null) return;
      recorder.track('form_submit', submitted.data);
      if (submitted.email !== undefined) recorder.identify(submitted.email);
    }),
    true,
  );
  return {
    view,
    settle: () => settle(),
    restart: engagement.restart,
    navigated(previous) {
      settle(previous);
      recorder.cameFrom(previous);
      view(Date.now());
    },
  };
}

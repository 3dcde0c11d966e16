import { guard } from '../guard';
import { page } from '../native';
import type { Options } from '../options';
import { pageUrl, type Place, type Recorder } from '../record';
import { captureClick } from './clicks';
import { measureEngagement } from './engagement';
import { describeSubmit } from './forms';
import { titleMs } from '../limits';

/** Events that are captured automatically. */
export interface AutomaticCapture {
  /** Starts a new visit to a page. */
  view(at: number): void;
  navigated(previous: string): void;
  /** Records everything that is not recorded yet, because the page is being left or collecting ends. */
  settle(): void;
  /** Counts time from now on for another visitor. */
  restart(): void;
}

export function captureAutomatically(options: Options, recorder: Recorder): AutomaticCapture {
  const engagement = measureEngagement((time, url) => recorder.track('engaged_time', time, { url }));
  const unrecordedViews = new Set<() => void>();

  const view = (at: number): void => {
    // Discards unrecorded views from a time when collecting was not allowed.
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

  let lastSubmit: Event | undefined;
  const onSubmit = guard((event: Event) => {
    // The submit event of a form in a slot reaches both the shadow root and the page.
    if (event === lastSubmit) return;
    lastSubmit = event;
    const submitted = describeSubmit(event.target);
    if (submitted === null) return;
    recorder.track('form_submit', submitted.data);
    if (submitted.email !== undefined) recorder.identify(submitted.email);
  });
  /** Submit events do not leave shadow roots. Focus and click events do, and they come first. */
  const watchShadowRoots = guard((event: Event) => {
    for (const one of event.composedPath())
      if (one instanceof ShadowRoot) one.addEventListener('submit', onSubmit, true);
  });
  const onClick = guard((event: Event) => captureClick(event, recorder.track));
  // In the capture phase, so that it also runs if the page stops the event.
  const listen = (types: string[], listener: (event: Event) => void): void =>
    types.forEach((type) => addEventListener(type, listener, true));
  listen(['click', 'auxclick'], onClick);
  listen(['focusin', 'click'], watchShadowRoots);
  listen(['submit'], onSubmit);
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

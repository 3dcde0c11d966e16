import type { BrowserContext, Page } from 'playwright-core';
import { openPage, pageAddress } from './snippet-site';
import { createSnippetWorld, type SnippetWorld } from './snippet-world';

/** What every test of a file uses. */
export interface SnippetVisits {
  /** One for the whole file. */
  readonly service: SnippetWorld;
  /** A browser profile for each test. */
  readonly context: BrowserContext;
  addressOf(path: string, wishes?: Record<string, string>): string;
  /** Opens a page in the test's profile, and waits until the snippet has started. */
  open(path: string, wishes?: Record<string, string>): Promise<Page>;
}

/** Sets up visits around the tests of the calling file. A test fails if its pages have an uncaught error. */
export function aroundSnippetTests(): SnippetVisits {
  let service: SnippetWorld;
  let context: BrowserContext;
  let problems: string[];
  beforeAll(async () => {
    service = await createSnippetWorld();
  });
  beforeEach(async () => {
    ({ context, problems } = await service.newProfile());
  });
  afterEach(async () => {
    await context.close();
    expect(problems).toEqual([]);
  });
  afterAll(() => service.stop());
  const addressOf = (path: string, wishes: Record<string, string> = {}): string =>
    pageAddress(service.site, path, wishes);
  return {
    get service() {
      return service;
    },
    get context() {
      return context;
    },
    addressOf,
    open: (path, wishes) => openPage(context, addressOf(path, wishes)),
  };
}

import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { PatchChange } from '../../domain/experiments/schemas';
import { launchBrowser, untilInPage } from '../support/browser';
import { applyError, everybody, exposure, navigate, pagesOf, tracked } from '../support/experiment-pages';
import { startExperimentsSite, type ExperimentsSite } from '../support/experiments-site';
import { bundleFrameworks } from '../support/framework-script';

let browser: Browser;
let site: ExperimentsSite;
let context: BrowserContext;
let problems: string[];

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startExperimentsSite()]);
  site.scripts.set('/frameworks.js', await bundleFrameworks());
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

beforeEach(async () => {
  context = await browser.newContext();
  context.setDefaultTimeout(15_000);
  problems = [];
  context.on('weberror', (error) => problems.push(error.error().message));
});

afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

const patch = (
  selector: string,
  attribute: string,
  value: string,
  action: PatchChange['action'] = 'set',
): PatchChange => ({ selector, action, attribute, value });

/** Opens a page with these patches, and renders it with `script`. */
async function render(patches: PatchChange[], script: string, body = '<div id="root"></div>'): Promise<Page> {
  site.list = [everybody({ patch: patches })];
  const page = await pagesOf(site, () => context).settle('/prices', {
    head: '<script src="/frameworks.js"></script>',
    body,
  });
  await page.evaluate(script);
  return page;
}
const untilHtml = (page: Page, html: string, selector = '#root'): Promise<unknown> =>
  untilInPage(page, `document.querySelector('${selector}').innerHTML === ${JSON.stringify(html)}`, 4_000).catch(
    async () => expect(await htmlOf(page, selector)).toBe(html),
  );
const htmlOf = (page: Page, selector = '#root'): Promise<string> =>
  page.evaluate(`document.querySelector('${selector}').innerHTML`);

const patches = [
  patch('h2', 'html', 'NEW TITLE'),
  patch('#cta', 'class', 'green', 'append'),
  patch('#link', 'href', '/express'),
  patch('#mix', 'html', '<em>Bye</em>'),
  patch('#list', 'html', '<li>extra</li>', 'append'),
  patch('.item', 'title', 'New'),
  patch('#box', 'style', 'color: red', 'append'),
];
const state = (n: number, on: boolean, items: number[], isFriend: boolean) => ({ n, on, items, isFriend });
/** What the page itself renders. */
const plain = ({ n, on, items, isFriend }: ReturnType<typeof state>): string =>
  `<div><h2>Title ${n}</h2><button id="cta" class="${on ? 'btn on' : 'btn'}">Go</button>` +
  `<a id="link" href="/cart?n=${n}">Cart</a><p id="mix">Hello ${isFriend ? `<b>friend ${n}</b>` : ''} there</p>` +
  `<ul id="list">${items.map((item) => `<li class="item">Item ${item}</li>`).join('')}</ul>` +
  `<div id="box" style="width: ${n}px;">Box</div></div>`;
/** The same with the changes. */
const changed = ({ n, on, items }: ReturnType<typeof state>): string =>
  `<div><h2>NEW TITLE</h2><button id="cta" class="${on ? 'btn on' : 'btn'} green">Go</button>` +
  '<a id="link" href="/express">Cart</a><p id="mix"><em>Bye</em></p>' +
  `<ul id="list">${items.map((item) => `<li class="item" title="New">Item ${item}</li>`).join('')}<li>extra</li></ul>` +
  `<div id="box" style="width: ${n}px; color: red;">Box</div></div>`;
const first = state(0, false, [1, 2, 3], true);
const states = [
  state(1, true, [3, 2, 1], false),
  state(2, false, [4, 1, 3], true),
  state(3, true, [], false),
  state(4, true, [1, 2, 3, 5], true),
];

const react = `
  window.App = (props) => {
    const [{ n, on, items, isFriend }, set] = React.useState(props);
    window.set = set;
    return h('div', null,
      h('h2', null, 'Title ' + n),
      h('button', { id: 'cta', className: on ? 'btn on' : 'btn', onClick: () => { window.clicked = n; } }, 'Go'),
      h('a', { id: 'link', href: '/cart?n=' + n }, 'Cart'),
      h('p', { id: 'mix' }, 'Hello ', isFriend && h('b', null, 'friend ' + n), ' there'),
      h('ul', { id: 'list' }, items.map((item) => h('li', { key: item, className: 'item' }, 'Item ' + item))),
      h('div', { id: 'box', style: { width: n } }, 'Box'));
  };
`;
const vue = `
  window.App = {
    props: ['n', 'on', 'items', 'isFriend'],
    setup(props) {
      const now = Vue.shallowRef({ ...props });
      window.set = (next) => { now.value = next; };
      const v = Vue.h;
      return () => {
        const { n, on, items, isFriend } = now.value;
        return v('div', null, [
          v('h2', null, 'Title ' + n),
          v('button', { id: 'cta', class: on ? 'btn on' : 'btn', onClick: () => { window.clicked = n; } }, 'Go'),
          v('a', { id: 'link', href: '/cart?n=' + n }, 'Cart'),
          v('p', { id: 'mix' }, ['Hello ', isFriend ? v('b', null, 'friend ' + n) : null, ' there']),
          v('ul', { id: 'list' }, items.map((item) => v('li', { key: item, class: 'item' }, 'Item ' + item))),
          v('div', { id: 'box', style: { width: n + 'px' } }, 'Box'),
        ]);
      };
    },
  };
`;
const props = JSON.stringify(first);
const frameworks = {
  'React 19': {
    mount: `${react} window.root = ReactDOM.createRoot(document.querySelector('#root')); root.render(h(App, ${props}))`,
    serve: `${react} ReactDOM.renderToString(h(App, ${props}))`,
    hydrate: `${react} window.root = ReactDOM.hydrateRoot(document.querySelector('#root'), h(App, ${props}), {
      onRecoverableError() { window.recovered = true; } })`,
  },
  'Vue 3': {
    mount: `${vue} window.root = Vue.createApp(App, ${props}); root.mount('#root'); 0`,
    serve: `${vue} renderVue(Vue.createSSRApp(App, ${props}))`,
    hydrate: `${vue} window.root = Vue.createSSRApp(App, ${props}); root.mount('#root'); 0`,
  },
};
/** Without markers that frameworks leave in the page. */
const visible = (page: Page): Promise<string> =>
  page.evaluate(`document.querySelector('#root').innerHTML.replace(/<!--.*?-->| data-v-app=""/g, '')`);
const untilVisible = (page: Page, html: string): Promise<unknown> =>
  untilInPage(
    page,
    `document.querySelector('#root').innerHTML.replace(/<!--.*?-->/g, '') === ${JSON.stringify(html)}`,
    4_000,
  ).catch(async () => expect(await visible(page)).toBe(html));
const set = (page: Page, next: unknown): Promise<unknown> => page.evaluate(`window.set(${JSON.stringify(next)})`);

describe.each(Object.entries(frameworks))('a page of %s', (_name, { mount, serve, hydrate }) => {
  async function walk(page: Page): Promise<void> {
    await untilVisible(page, changed(first));
    for (const next of states) {
      await set(page, next);
      await untilVisible(page, changed(next));
    }
    const last = states.at(-1)!;
    await navigate(page, '/about');
    await untilVisible(page, plain(last));
    // The page's own nodes are in place: the framework can still change them.
    await set(page, first);
    await untilVisible(page, plain(first));
    await navigate(page, '/prices');
    await untilVisible(page, changed(first));
    await set(page, states[0]);
    await untilVisible(page, changed(states[0]!));
    await page.click('#cta');
    expect(await page.evaluate('window.clicked')).toBe(1);
    await navigate(page, '/about');
    await untilVisible(page, plain(states[0]!));
    await page.evaluate('root.unmount()');
    await untilVisible(page, '');
    expect(await tracked(page)).toEqual([exposure('blue')]);
  }

  it('shows the changes after each render, and its own latest state after a revert', async () => {
    await walk(await render(patches, mount));
  });

  it('keeps working if it was rendered on a server and hydrates after the changes', async () => {
    const server = await pagesOf(site, () => context).settle('/about', {
      head: '<script src="/frameworks.js"></script>',
    });
    const html = await server.evaluate<string>(serve);
    const page = await render(
      patches,
      'window.early = document.querySelector("h2").textContent',
      `<div id="root">${html}</div>`,
    );
    expect(await page.evaluate('window.early')).toBe('NEW TITLE');
    await page.evaluate(hydrate);
    await walk(page);
  });

  it('can be unmounted while its nodes are replaced', async () => {
    const page = await render(patches, mount);
    await untilVisible(page, changed(first));
    await page.evaluate('root.unmount()');
    await untilVisible(page, '');
    await navigate(page, '/about');
    await untilVisible(page, '');
  });
});

test('React portals and keyed lists work below an element with replaced content', async () => {
  const script = `
    const App = () => {
      const [items, set] = React.useState([1, 2, 3]);
      window.set = set;
      const list = items.map((item) => h('li', { key: item }, 'Item ' + item));
      return h('main', null, h('ul', null, list), ReactDOM.createPortal(items.map((n) => h('i', { key: n }, n)), document.querySelector('#aside')));
    };
    ReactDOM.createRoot(document.querySelector('#root')).render(h(App));
  `;
  const body = '<div id="root"></div><div id="aside"></div>';
  const page = await render([patch('ul', 'html', '<li>Only</li>'), patch('#aside', 'html', 'Ad')], script, body);
  for (const items of [[1, 2, 3], [3, 1, 2], [5, 3, 4, 1], [2], [], [1, 2]]) {
    await set(page, items);
    await untilHtml(page, '<main><ul><li>Only</li></ul></main>');
    await untilHtml(page, 'Ad', '#aside');
    await navigate(page, '/about');
    await untilHtml(page, `<main><ul>${items.map((item) => `<li>Item ${item}</li>`).join('')}</ul></main>`);
    await untilHtml(page, items.map((item) => `<i>${item}</i>`).join(''), '#aside');
    await navigate(page, '/prices');
  }
});

test('React can still update elements with a single text, its own HTML, or a new key', async () => {
  const script = `
    const App = () => {
      const [n, set] = React.useState(0);
      window.set = set;
      const html = { __html: '<b>' + n + '</b>' };
      return h('main', null, h('h1', null, 'A' + n), h('h2', null, 'B' + n), h('h3', null, n),
        h('p', { dangerouslySetInnerHTML: html }), h('i', { key: n }, 'K' + n));
    };
    ReactDOM.createRoot(document.querySelector('#root')).render(h(App));
  `;
  const changes = [
    patch('h1', 'html', '', 'remove'),
    patch('h2', 'html', '!', 'append'),
    patch('h3', 'html', ''),
    patch('main > p', 'html', 'Own'),
    patch('i', 'html', 'Key'),
  ];
  const page = await render(changes, script);
  const shownHtml = (n: number): string => `<main><h1></h1><h2>B${n}!</h2><h3></h3><p>Own</p><i>Key</i></main>`;
  for (const n of [1, 2, 3]) {
    await set(page, n);
    await untilHtml(page, shownHtml(n));
    // Removes empty texts.
    await page.evaluate("document.querySelectorAll('p, i').forEach((one) => one.normalize())");
    await untilHtml(page, shownHtml(n));
    await set(page, n + 1);
    await untilHtml(page, shownHtml(n + 1));
    await navigate(page, '/about');
    const html = `<main><h1>A${n + 1}</h1><h2>B${n + 1}</h2><h3>${n + 1}</h3><p><b>${n + 1}</b></p><i>K${n + 1}</i></main>`;
    await untilHtml(page, html);
    await navigate(page, '/prices');
  }
});

test('a list that is redrawn 100 times is patched each time, and reverted to its latest state', async () => {
  const page = await render([patch('li', 'class', 'new', 'append'), patch('li b', 'html', '19.99')], '0', '<ul></ul>');
  await page.evaluate(`(async () => {
    const list = document.querySelector('ul');
    window.missed = 0;
    for (let n = 1; n <= 100; n++) {
      list.innerHTML = Array.from({ length: 20 }, (_, item) => '<li>Item ' + item + ' <b>' + n + '</b></li>').join('');
      await new Promise((resolve) => setTimeout(resolve));
      if (list.querySelectorAll('li.new').length !== 20) window.missed++;
      if ([...list.querySelectorAll('b')].some((one) => one.textContent !== '19.99')) window.missed++;
    }
    list.querySelector('b').textContent = '24.99';
  })()`);
  await untilInPage(page, "document.querySelector('b').textContent === '19.99'");
  expect(await page.evaluate('window.missed')).toBe(0);
  await navigate(page, '/about');
  expect(await htmlOf(page, 'li')).toBe('Item 0 <b>24.99</b>');
  expect(await page.evaluate('document.querySelectorAll(\'li[class=""]\').length')).toBe(0);
  expect(await htmlOf(page, 'li:last-child')).toBe('Item 19 <b>100</b>');
});

test('a revert keeps what the page has changed since, and removes only what was added', async () => {
  const body = `<h1>19.99</h1><p class="card wide" style="width: 1px">Text</p><a href="/old" title="Go">Go</a>
    <ol><li>1</li></ol><b>Old</b><i>Hi</i>`;
  const page = await render(
    [
      patch('h1', 'html', '9.99'),
      patch('p', 'class', 'new', 'append'),
      patch('p', 'class', 'wide', 'remove'),
      patch('p', 'style', 'color: red', 'append'),
      patch('a', 'href', '/new'),
      patch('a', 'title', '!', 'append'),
      patch('ol', 'html', '', 'remove'),
      patch('b', 'html', 'New'),
      patch('i', 'html', '!', 'append'),
    ],
    '0',
    body,
  );
  await page.evaluate(`
    const one = (selector) => document.querySelector(selector);
    one('h1').textContent = '24.99';
    one('p').classList.toggle('open');
    one('p').style.width = '2px';
    one('a').setAttribute('href', '/other');
    one('a').title = 'Stop';
    one('ol').innerHTML = '<li>2</li>';
    one('b').firstChild.nodeValue = 'Newer';
    one('i').textContent = 'Ho';
  `);
  const all = (): Promise<unknown> => page.evaluate("document.body.innerHTML.replace(/<script.*?script>|\\n */g, '')");
  await untilInPage(page, "document.querySelector('i').textContent === 'Ho!'");
  expect(await all()).toBe(
    '<h1>9.99</h1><p class="card open new" style="width: 2px; color: red;">Text</p><a href="/new" title="Stop!">Go</a>' +
      '<ol></ol><b>New</b><i>Ho!</i>',
  );
  await navigate(page, '/about');
  expect(await all()).toBe(
    '<h1>24.99</h1><p class="card open wide" style="width: 2px;">Text</p><a href="/other" title="Stop">Go</a>' +
      '<ol><li>2</li></ol><b>Newer</b><i>Ho</i>',
  );
});

test('two experiments change the same element, and each is removed without the other', async () => {
  const [one, two] = ['exp_1', 'exp_2'].map((id, index) =>
    everybody(
      {
        patch: [
          patch('h1', 'html', index === 0 ? 'One' : '+two', index === 0 ? 'set' : 'append'),
          patch('h1', 'class', id, 'append'),
        ],
      },
      { id, targetUrl: index === 0 ? '/prices' : '/*' },
    ),
  );
  site.list = [one!, two!];
  const page = await pagesOf(site, () => context).settle('/prices');
  const h1 = (): Promise<string> => page.evaluate("document.querySelector('h1').outerHTML");
  expect(await h1()).toBe('<h1 class="title exp_1 exp_2">One+two</h1>');
  await page.evaluate("document.querySelector('h1').textContent = 'Later'");
  expect(await h1()).toBe('<h1 class="title exp_1 exp_2">One+two</h1>');
  await navigate(page, '/about');
  expect(await h1()).toBe('<h1 class="title exp_2">Later+two</h1>');
  await navigate(page, '/prices');
  // The order is the order in which they were applied.
  expect(await h1()).toBe('<h1 class="title exp_2 exp_1">One</h1>');
  await page.evaluate('window.experiments.stop()');
  expect(await h1()).toBe('<h1 class="title">Later</h1>');
});

test('after ten overwrites in a second, the change is removed and reported', async () => {
  const page = await render([patch('h1', 'title', 'New'), patch('h1', 'html', 'New')], '0');
  await page.evaluate("document.body.innerHTML = '<h1>Old</h1>'");
  await page.evaluate(`
    const h1 = document.querySelector('h1');
    window.writes = 0;
    const fight = new MutationObserver(() => {
      if (h1.textContent !== 'Old') { window.writes++; h1.textContent = 'Old'; }
    });
    fight.observe(h1, { childList: true });
    h1.textContent = 'Old';
  `);
  await untilInPage(page, 'window.tracked.length === 2');
  expect(await page.evaluate('window.writes')).toBe(10);
  expect(await page.evaluate("document.querySelector('h1').outerHTML")).toBe('<h1 title="New">Old</h1>');
  expect(await tracked(page)).toEqual([exposure('blue'), applyError('reverted: h1')]);
  await navigate(page, '/about');
  expect(await page.evaluate("document.querySelector('h1').outerHTML")).toBe('<h1>Old</h1>');
});

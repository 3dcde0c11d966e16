/** The Demo shop: a coffee roaster's online shop with its pages, products and sources of visitors. */

export const timezone = 'Europe/Berlin';
export const site = 'https://shop.example.com';

export interface Product {
  id: string;
  name: string;
  path: string;
  /** In euros. */
  price: number;
  /** How often it is viewed and bought, compared with the others. */
  weight: number;
}

const product = (id: string, name: string, price: number, weight: number): Product => ({
  id,
  name,
  path: `/products/${id}`,
  price,
  weight,
});

export const products: readonly Product[] = [
  product('harbor-blend', 'Harbor Blend, 1 kg', 29, 9),
  product('night-ferry-espresso', 'Night Ferry Espresso, 1 kg', 34, 8),
  product('morning-bloom', 'Morning Bloom, 250 g', 12.9, 7),
  product('roasters-subscription', 'Roaster’s subscription', 24, 6),
  product('pour-over-set', 'Pour-over set', 49, 4),
  product('hand-grinder', 'Hand grinder', 89, 3),
  product('moka-pot', 'Moka pot, 6 cups', 39, 3),
  product('stoneware-mugs', 'Stoneware mugs, pair', 32, 3),
  product('cold-brew-bottle', 'Cold brew bottle', 27, 2),
  product('filter-papers', 'Filter papers, 100', 7.5, 4),
];

/** Pages that visitors read next to products. */
export const pages = ['/', '/products', '/guides/espresso-at-home', '/gift-guide', '/about', '/shipping'] as const;

/** A way to the shop, with the first page as it is called and the referrer. */
export interface Source {
  name: string;
  landing: string;
  referrer: string | null;
  /** How many of the first visits come this way, compared with the other ways. */
  weight: number;
  /** How much more or less often its visitors put something into the cart. */
  appetite: number;
}

type SourceRow = [name: string, landing: string, weight: number, appetite: number, referrer?: string];

const source = (...[name, landing, weight, appetite, referrer]: SourceRow): Source => ({
  name,
  landing,
  referrer: referrer ?? null,
  weight,
  appetite,
});

const google = 'https://www.google.com/';

export const sources: readonly Source[] = [
  source('Google, home page', '/', 16, 1, google),
  source('Google, guide', '/guides/espresso-at-home', 12, 0.7, google),
  source('Google, product', '/products/night-ferry-espresso', 6, 1.2, google),
  source('Bing', '/', 3, 0.9, 'https://www.bing.com/'),
  source('Google Ads, brand', '/?utm_source=google&utm_medium=cpc&utm_campaign=brand&gclid=demo', 7, 1.5, google),
  source(
    'Google Ads, espresso beans',
    '/products/harbor-blend?utm_source=google&utm_medium=cpc&utm_campaign=espresso-beans&gclid=demo',
    9,
    1.1,
    google,
  ),
  source(
    'Instagram ads',
    '/gift-guide?utm_source=instagram&utm_medium=paid_social&utm_campaign=autumn-gifts',
    8,
    0.7,
    'https://www.instagram.com/',
  ),
  source('Instagram', '/', 5, 0.6, 'https://l.instagram.com/'),
  source('Pinterest', '/products/stoneware-mugs', 3, 0.7, 'https://www.pinterest.com/'),
  source('YouTube', '/products/hand-grinder', 3, 0.9, 'https://www.youtube.com/'),
  source('Newsletter', '/?utm_source=newsletter&utm_medium=email&utm_campaign=weekly-roast', 4, 1.8),
  source('Coffee blog', '/products/pour-over-set', 4, 1.2, 'https://blog.example.org/best-filter-coffee'),
  source('Affiliate', '/products?utm_source=beanclub&utm_medium=affiliate&utm_campaign=beanclub', 3, 1.3),
  source('ChatGPT', '/guides/espresso-at-home', 2, 1.1, 'https://chatgpt.com/'),
  source('Direct', '/', 15, 1.3),
];

/** The magazine that mentions the shop two days before the end of the history, which many people read. */
export const magazine: Source = source(
  'Magazine',
  '/products/morning-bloom',
  1,
  0.5,
  'https://magazine.example.net/ten-coffees-worth-the-wait',
);

/** How visitors come back. */
export const returnSources: readonly Source[] = [
  source('Direct', '/', 55, 1.3),
  source('Google', '/', 20, 1.2, google),
  source('Newsletter', '/products?utm_source=newsletter&utm_medium=email&utm_campaign=weekly-roast', 18, 1.6),
  source(
    'Instagram retargeting',
    '/products/harbor-blend?utm_source=instagram&utm_medium=paid_social&utm_campaign=come-back',
    7,
    1.4,
    'https://www.instagram.com/',
  ),
];

/** Shares of visits by hour of the day, UTC. All days of the shop's timezone start and end in the hours without. */
export const hours = [0, 0, 0, 0, 0, 2, 4, 6, 7, 7, 8, 9, 8, 6, 5, 5, 6, 8, 10, 11, 9, 5, 0, 0] as const;

/** Visitors by day of the week, compared with the average; Sunday first. */
export const weekdays = [1.14, 1.05, 0.98, 0.97, 1.03, 0.95, 0.88] as const;

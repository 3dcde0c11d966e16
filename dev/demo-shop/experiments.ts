import type { PatchChange } from '../../domain/experiments/schemas';
import { site } from './shop';

/** The decisions of a visitor that an experiment may change. */
export type Decision = 'cart' | 'buy' | 'signUp';

/** By how much a variant makes a decision more likely; 1 if it is not named. */
export type Effect = Partial<Record<Decision, number>>;

export interface ShopExperiment {
  key: string;
  name: string;
  /** Days from today on which it starts and ends; null if it still runs. */
  from: number;
  to: number | null;
  /** Returns whether it runs on a page. */
  isOn: (path: string) => boolean;
  targetUrl: string;
  engine: 'frequentist' | 'sequential' | 'thompson';
  mde: number;
  /** Names of the shop's conversions. */
  primary: ConversionKey;
  guardrail?: ConversionKey;
  /** The statement of the shop's belief that it tests. */
  belief?: BeliefKey;
  /** The control first. */
  variants: readonly { id: string; name: string; css?: string; patch?: PatchChange[]; effect: Effect }[];
}

export type ConversionKey = 'purchase' | 'signUp' | 'cart' | 'gifts';
export type BeliefKey = 'shipping' | 'photos' | 'benefit' | 'firstMessage' | 'reminders';

const isProduct = (path: string): boolean => path.startsWith('/products/');
const isHome = (path: string): boolean => path === '/';

const bar = (text: string): string =>
  `body::before { content: "${text}"; display: block; padding: 8px; text-align: center; background: #1f3d36; color: #fff; }`;

/** Experiments of the shop, by their start. The effects are true of the visitors; the service finds them. */
export const shopExperiments: readonly ShopExperiment[] = [
  {
    key: 'free-shipping',
    name: 'Free shipping bar on product pages',
    from: -80,
    to: -48,
    isOn: isProduct,
    targetUrl: `${site}/products/*`,
    engine: 'frequentist',
    mde: 0.45,
    primary: 'purchase',
    belief: 'shipping',
    variants: [
      { id: 'control', name: 'No bar', effect: {} },
      { id: 'bar', name: 'Free shipping from €40', css: bar('Free shipping from €40'), effect: { buy: 1.45 } },
    ],
  },
  {
    key: 'photos',
    name: 'Product photos in use',
    from: -45,
    to: -15,
    isOn: isProduct,
    targetUrl: `${site}/products/*`,
    engine: 'frequentist',
    mde: 0.25,
    primary: 'cart',
    guardrail: 'purchase',
    belief: 'photos',
    variants: [
      { id: 'control', name: 'On white', effect: {} },
      { id: 'in-use', name: 'In use', css: '.product-photo { object-fit: cover; }', effect: { cart: 1.01 } },
    ],
  },
  {
    key: 'announcement',
    name: 'Announcement on product pages',
    from: -24,
    to: null,
    isOn: isProduct,
    targetUrl: `${site}/products/*`,
    engine: 'thompson',
    mde: 0.1,
    primary: 'cart',
    variants: [
      { id: 'control', name: 'None', effect: {} },
      { id: 'fresh', name: 'Roasted this week', css: bar('Roasted this week'), effect: { cart: 1.14 } },
      { id: 'gift', name: 'Free gift wrapping', css: bar('Free gift wrapping'), effect: { cart: 0.97 } },
    ],
  },
  {
    key: 'headline',
    name: 'Headline of the home page',
    from: -12,
    to: null,
    isOn: isHome,
    targetUrl: `${site}/`,
    engine: 'frequentist',
    mde: 0.3,
    primary: 'signUp',
    guardrail: 'purchase',
    belief: 'benefit',
    variants: [
      { id: 'control', name: 'Coffee from the harbor', effect: {} },
      {
        id: 'benefit',
        name: 'Fresh coffee in two days',
        patch: [{ selector: 'h1', action: 'set', attribute: 'html', value: 'Fresh coffee in two days' }],
        effect: { signUp: 1.2 },
      },
    ],
  },
];

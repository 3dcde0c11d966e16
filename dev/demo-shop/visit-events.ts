import type { JsonObject } from '../../domain/json/schemas';
import type { Device } from '../../domain/events/device';
import type { Decision, Effect } from './experiments';
import { personOf, type Person } from './people';
import { between, evenDecisions, pickWeighted, type Random } from './random';
import { products, site, type Product } from './shop';
import type { Visit } from './visits';

/** An event of the shop: of a browser, or of the shop's server, which knows the person's address. */
export interface ShopEvent {
  type: string;
  /** Milliseconds since the epoch. */
  at: number;
  visitorId: string;
  url: string | null;
  referrer: string | null;
  data: JsonObject;
  email: string | null;
  device: Device;
}

/** An experiment that runs, or a winner that all visitors see. */
export interface Shown {
  /** Null for a winner, which no one is assigned to. */
  experimentId: string | null;
  isOn: (path: string) => boolean;
  /** Returns the variant of a visitor; null for none. */
  variantFor: (visitorId: string) => { id: string; effect: Effect } | null;
}

/** The events of a visit, and the person if they gave their address in it. */
export interface VisitEvents {
  events: ShopEvent[];
  newPerson: { person: Person; at: number } | null;
}

const chances = { cart: 0.12, buy: 0.29, signUp: 0.05, checkout: 0.35 };
const firstOrder = 10_240;

interface Shopper {
  person: Person | null;
  /** Variants by experiment id. A visitor keeps the first one. */
  variants: Map<string, { id: string; effect: Effect }>;
}

/** What all visits share. */
interface Counter {
  random: Random;
  decide: ReturnType<typeof evenDecisions>;
  nextPerson: number;
  orders: number;
}

/**
 * Makes the events of visits, which have to come in the order of time.
 * @param firstPerson the number of the first person who gives an address
 */
export function createShoppers(random: Random, firstPerson = 0) {
  const shoppers = new Map<string, Shopper>();
  const counter = { random, decide: evenDecisions(), nextPerson: firstPerson, orders: firstOrder + firstPerson };
  return {
    eventsOf(visit: Visit, shown: readonly Shown[]): VisitEvents {
      const shopper = shoppers.get(visit.visitorId) ?? { person: null, variants: new Map() };
      shoppers.set(visit.visitorId, shopper);
      return new VisitCourse(counter, shopper, visit, shown).run();
    },
  };
}

class VisitCourse {
  private readonly events: ShopEvent[] = [];
  private newPerson: VisitEvents['newPerson'] = null;
  /** Effects of what the visitor saw on this visit, by experiment and variant. */
  private readonly effects = new Map<string, Effect>();
  private at: number;

  constructor(
    private readonly counter: Counter,
    private readonly shopper: Shopper,
    private readonly visit: Visit,
    private readonly shown: readonly Shown[],
  ) {
    this.at = visit.at;
  }

  run(): VisitEvents {
    const { source, paths, product } = this.visit;
    this.view(source.landing, source.referrer);
    for (const path of paths) this.view(path);
    if (this.shopper.person === null && this.decides('signUp', chances.signUp)) this.signUp();
    if (product !== null && this.decides('cart', chances.cart * this.appetite())) this.fillCart(product);
    return { events: this.events, newPerson: this.newPerson };
  }

  /** People who gave their address come back to buy. */
  private appetite(): number {
    return this.visit.source.appetite * (this.shopper.person === null ? 1 : 2.2);
  }

  private signUp(): void {
    const { email, attributes } = this.named();
    this.add('signed_up', null, { list: 'newsletter', favorite_roast: attributes.favorite_roast }, { email });
  }

  private fillCart(product: Product): void {
    const { id: productId, name, price } = product;
    this.add('added_to_cart', product.path, { productId, product: name, price });
    const buys = this.decides('buy', chances.buy);
    if (buys || this.counter.random() < chances.checkout) this.add('checkout_started', '/checkout', { product: name });
    if (!buys) return;
    this.add('purchase', null, orderOf(this.counter, product), { email: this.named().email });
    this.view('/checkout/thanks');
  }

  private view(path: string, referrer: string | null = null): void {
    this.add('pageview', path, {}, { referrer });
    for (const experiment of this.shown) {
      if (experiment.isOn(path.replace(/\?.*/, ''))) this.expose(experiment, path);
    }
  }

  private expose({ experimentId, variantFor }: Shown, path: string): void {
    const { variants } = this.shopper;
    const known = experimentId === null ? undefined : variants.get(experimentId);
    const variant = known ?? variantFor(this.visit.visitorId);
    if (variant === null) return;
    this.effects.set(`${experimentId ?? 'winner'} ${variant.id}`, variant.effect);
    if (experimentId === null || known !== undefined) return;
    variants.set(experimentId, variant);
    this.add('experiment_exposure', path, { experimentId, variantId: variant.id });
  }

  private decides(decision: Decision, chance: number): boolean {
    const factor = [...this.effects.values()].reduce((product, effect) => product * (effect[decision] ?? 1), 1);
    return this.counter.decide([decision, ...this.effects.keys()].join(' '), Math.min(1, chance * factor));
  }

  /** Returns the person, who gives their address now if they did not before. */
  private named(): Person {
    if (this.shopper.person !== null) return this.shopper.person;
    const person = personOf(this.counter.nextPerson);
    this.counter.nextPerson += 1;
    this.shopper.person = person;
    this.newPerson = { person, at: this.at };
    return person;
  }

  private add(type: string, path: string | null, data: JsonObject, more: Partial<ShopEvent> = {}): void {
    const { visitorId, device } = this.visit;
    const url = path === null ? null : site + path;
    this.events.push({ type, at: this.at, visitorId, url, referrer: null, data, email: null, device, ...more });
    this.at += between(this.counter.random, 8, 70) * 1_000;
  }
}

/** Makes an order of a product, often with something else. */
export function orderOf(counter: Pick<Counter, 'random' | 'orders'>, product: Product): JsonObject {
  const { random } = counter;
  const quantity = random() < 0.2 ? 2 : 1;
  const other = random() < 0.3 ? pickWeighted(random, products) : null;
  const sum = product.price * quantity + (other?.price ?? 0);
  const shipping = sum >= 40 ? 0 : 4.9;
  counter.orders += 1;
  return {
    orderId: `HR-${counter.orders}`,
    product: product.name,
    items: quantity + (other === null ? 0 : 1),
    revenue: Math.round((sum + shipping) * 100) / 100,
    currency: 'EUR',
  };
}

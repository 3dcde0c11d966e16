import { site } from './shop';

/** Messages of the Demo shop. */

export type MessageKey =
  | 'welcomeStory'
  | 'welcomeOffer'
  | 'darkRoasts'
  | 'brewingGuide'
  | 'shortReminder'
  | 'longReminder'
  | 'checkoutHelp'
  | 'winBackCoupon'
  | 'winBackHarvest'
  | 'orderConfirmation';

export interface ShopMessage {
  name: string;
  commType: 'marketing' | 'transactional';
  slots: { subject: string; headline: string; body: string; ctaLabel: string; ctaUrl: string };
  /** Share of the people who open it that click its link. */
  clicks: number;
}

const message = (name: string, clicks: number, slots: ShopMessage['slots']): ShopMessage => ({
  name,
  commType: 'marketing',
  slots,
  clicks,
});

export const shopMessages: Record<MessageKey, ShopMessage> = {
  welcomeStory: message('Welcome: our story', 0.18, {
    subject: 'Welcome aboard, {{ attributes.first_name }}',
    headline: 'Coffee from the harbor',
    body:
      'Hello {{ attributes.first_name }},\n\nthank you for joining us. We have roasted coffee in an old customs house since 2014, ' +
      'in small batches and never longer than two days before it leaves for you.\n\nLook around, and reply to this message ' +
      'if you have a question. A person reads it.',
    ctaLabel: 'Meet our coffees',
    ctaUrl: `${site}/products`,
  }),
  welcomeOffer: message('Welcome: first order', 0.34, {
    subject: '{{ attributes.first_name }}, your first kilo ships free',
    headline: 'Free shipping on your first order',
    body:
      'Hello {{ attributes.first_name }},\n\nyour first order ships free, whatever it costs. You like a ' +
      '{{ attributes.favorite_roast }} roast, so have a look at what leaves the drum this week.',
    ctaLabel: 'Choose a coffee',
    ctaUrl: `${site}/products`,
  }),
  darkRoasts: message('Welcome: dark roasts', 0.26, {
    subject: 'For people who like it dark',
    headline: 'Night Ferry Espresso',
    body:
      'Chocolate, roasted hazelnut and a little smoke. Night Ferry is our darkest coffee, made for a moka pot or a ' +
      'machine with nine bars.',
    ctaLabel: 'See Night Ferry',
    ctaUrl: `${site}/products/night-ferry-espresso`,
  }),
  brewingGuide: message('Welcome: brewing guide', 0.22, {
    subject: 'Better coffee with what you have at home',
    headline: 'Three things that matter',
    body: 'Fresh beans, the right amount, and water that does not boil. Our guide takes four minutes to read.',
    ctaLabel: 'Read the guide',
    ctaUrl: `${site}/guides/espresso-at-home`,
  }),
  shortReminder: message('Cart reminder: short', 0.55, {
    subject: 'You left something in your cart',
    headline: 'Still thinking about it?',
    body: '{{ event.data.product }} is waiting in your cart. We keep it for two more days.',
    ctaLabel: 'Open my cart',
    ctaUrl: `${site}/cart`,
  }),
  longReminder: message('Cart reminder: with reasons', 0.32, {
    subject: 'Five reasons to finish your order, {{ attributes.first_name }}',
    headline: 'Your cart, and why it is a good one',
    body:
      '{{ event.data.product }} is in your cart. It is roasted to order, shipped within two days, free to return for a ' +
      'month, packed without plastic, and it costs less than two cups at the station.',
    ctaLabel: 'Open my cart',
    ctaUrl: `${site}/cart`,
  }),
  checkoutHelp: message('Cart reminder: checkout help', 0.4, {
    subject: 'Did something go wrong at the checkout?',
    headline: 'We are happy to help',
    body: 'You started to order {{ event.data.product }} and did not finish. Reply to this message if something was in the way.',
    ctaLabel: 'Go back to checkout',
    ctaUrl: `${site}/checkout`,
  }),
  winBackCoupon: message('Win-back: coupon', 0.42, {
    subject: 'A little something for your next order',
    headline: '10% off, because it has been a while',
    body:
      'Hello {{ attributes.first_name }},\n\nthe {{ event.data.product }} from your last order must be empty by now. ' +
      'Your coupon is in your account and is valid for 14 days.',
    ctaLabel: 'Order again',
    ctaUrl: `${site}/products`,
  }),
  winBackHarvest: message('Win-back: news', 0.2, {
    subject: 'New at the roastery',
    headline: 'Morning Bloom is back',
    body: 'The harvest from Huila has arrived: peach, honey and black tea. It was sold out in three weeks last year.',
    ctaLabel: 'Taste Morning Bloom',
    ctaUrl: `${site}/products/morning-bloom`,
  }),
  orderConfirmation: {
    name: 'Order confirmation',
    commType: 'transactional',
    clicks: 0.1,
    slots: {
      subject: 'Your order {{ orderId }}',
      headline: 'Thank you for your order',
      body: 'We received your order {{ orderId }} for {{ total }} and roast it within two days.',
      ctaLabel: 'See my order',
      ctaUrl: '{{ orderUrl }}',
    },
  },
};

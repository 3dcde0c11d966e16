import type { z } from 'zod';
import type { createJourneyBody, JourneyStep } from '../../domain/journeys/schemas';
import type { BeliefKey } from './experiments';
import type { MessageKey } from './messages';

/** Journeys of the Demo shop. */

export interface ShopJourney {
  name: string;
  description: string;
  /** The event that starts it. */
  trigger: { name: string; eventName: string };
  /** The day on which it was published, by its distance from today. */
  from: number;
  settings: Required<Pick<z.output<typeof createJourneyBody>, 'goalEventName' | 'goalEventWindowDays' | 'reentry'>> & {
    holdoutPercent: number;
  };
  steps: (ids: { messages: Record<MessageKey, string>; beliefs: Record<BeliefKey, string> }) => JourneyStep[];
}

const send = (id: string, name: string, communicationId: string, next: string): JourneyStep => ({
  id,
  name,
  kind: 'send',
  communicationId,
  next,
  onSkip: 'continue',
});

const wait = (id: string, name: string, duration: string, next: string): JourneyStep => ({
  id,
  name,
  kind: 'wait',
  duration,
  next,
});

const welcome: ShopJourney = {
  name: 'Welcome',
  description: 'Greets people who sign up, tests two first messages, and follows up by their favorite roast.',
  trigger: { name: 'Signed up for the newsletter', eventName: 'signed_up' },
  from: -55,
  settings: { goalEventName: 'purchase', goalEventWindowDays: 14, reentry: 'once', holdoutPercent: 10 },
  steps: ({ messages, beliefs }) => [
    {
      id: 'first-message',
      name: 'First message',
      kind: 'experiment',
      allocation: 'fixed',
      beliefId: beliefs.firstMessage,
      arms: [
        { id: 'story', name: 'Our story', weight: 0.5, next: 'send-story' },
        { id: 'offer', name: 'Free shipping', weight: 0.5, next: 'send-offer' },
      ],
    },
    send('send-story', 'Send our story', messages.welcomeStory, 'three-days'),
    send('send-offer', 'Send free shipping', messages.welcomeOffer, 'three-days'),
    wait('three-days', 'Wait three days', 'P3D', 'roast'),
    {
      id: 'roast',
      name: 'Favorite roast',
      kind: 'branch',
      arms: [
        {
          id: 'dark',
          name: 'Dark',
          when: { field: 'attributes.favorite_roast', operator: 'equals', value: 'dark' },
          next: 'send-dark',
        },
      ],
      else: 'send-guide',
    },
    send('send-dark', 'Send dark roasts', messages.darkRoasts, 'welcomed'),
    send('send-guide', 'Send brewing guide', messages.brewingGuide, 'welcomed'),
    { id: 'welcomed', name: 'Welcomed', kind: 'exit', reason: 'welcomed' },
  ],
};

const cartReminder: ShopJourney = {
  name: 'Cart reminder',
  description: 'Waits for the checkout, and reminds people who leave their cart.',
  trigger: { name: 'Put something into the cart', eventName: 'added_to_cart' },
  from: -60,
  settings: { goalEventName: 'purchase', goalEventWindowDays: 7, reentry: 'after_exit', holdoutPercent: 15 },
  steps: ({ messages, beliefs }) => [
    {
      id: 'checkout',
      name: 'Wait for the checkout',
      kind: 'wait',
      untilEvent: { eventName: 'checkout_started', timeout: 'PT4H', timeoutNext: 'length' },
      next: 'two-hours',
    },
    wait('two-hours', 'Wait two hours', 'PT2H', 'send-help'),
    send('send-help', 'Offer help', messages.checkoutHelp, 'reminded'),
    {
      id: 'length',
      name: 'Length of the reminder',
      kind: 'experiment',
      allocation: 'fixed',
      beliefId: beliefs.reminders,
      arms: [
        { id: 'long', name: 'With reasons', weight: 0.5, next: 'send-long' },
        { id: 'short', name: 'Short', weight: 0.5, next: 'send-short' },
      ],
    },
    send('send-long', 'Send long reminder', messages.longReminder, 'two-days'),
    send('send-short', 'Send short reminder', messages.shortReminder, 'two-days'),
    wait('two-days', 'Wait two days', 'P2D', 'reminded'),
    { id: 'reminded', name: 'Reminded', kind: 'exit', reason: 'reminded' },
  ],
};

const winBack: ShopJourney = {
  name: 'Win-back',
  description: 'Creates a coupon in the shop two weeks after an order, unless the person orders again before.',
  trigger: { name: 'Placed an order', eventName: 'purchase' },
  from: -75,
  settings: { goalEventName: 'purchase', goalEventWindowDays: 45, reentry: 'after_exit', holdoutPercent: 10 },
  steps: ({ messages }) => [
    wait('two-weeks', 'Wait two weeks', 'P14D', 'coupon'),
    {
      id: 'coupon',
      name: 'Create a coupon',
      kind: 'webhook',
      url: 'https://api.shop.example.com/coupons',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{ "email": "{{ email }}", "percent": 10, "validDays": 14 }',
      timeoutSeconds: 10,
      next: 'send-coupon',
      onFailure: 'send-news',
    },
    send('send-coupon', 'Send the coupon', messages.winBackCoupon, 'five-days'),
    send('send-news', 'Send news', messages.winBackHarvest, 'five-days'),
    wait('five-days', 'Wait five days', 'P5D', 'invited'),
    { id: 'invited', name: 'Invited back', kind: 'exit', reason: 'invited_back' },
  ],
};

export const shopJourneys: readonly ShopJourney[] = [welcome, cartReminder, winBack];

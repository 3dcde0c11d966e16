// Sends an order to Apex, and requests what Apex knows about the visitor who placed it.
//
//   API=http://127.0.0.1:3000 SERVER_KEY=svc_sk_… node server-events.mjs
import { createApexClient, unwrap } from '@apex/client';

const apex = createApexClient({
  baseUrl: process.env.API ?? 'http://127.0.0.1:3000',
  serverKey: process.env.SERVER_KEY ?? '',
  // Without it the process gets a warning. Called once per event, only if it will not be stored.
  onError: (error, event) => console.error(`${event.type} was not stored: ${error.code}: ${error.message}`),
});

// From your own records: the order, its customer, and the visitor id that the snippet gave the browser.
const order = { id: 'order-1001', total: 49.9, currency: 'EUR', email: 'ada@example.com', visitorId: 'browser-1' };

// Returns immediately, and never throws. With your own messageId, a second run does not count the order again.
apex.track({
  type: 'order_placed',
  email: order.email,
  visitorId: order.visitorId,
  messageId: order.id,
  data: { orderId: order.id, revenue: order.total, currency: order.currency },
});

// Only needed to read the tracked event immediately; a server would continue with its work.
await apex.flush();

const identity = await unwrap(apex.api.GET('/api/identity', { params: { query: { visitorId: order.visitorId } } }));
console.log(`${identity.visitorId} is ${identity.leadId}, last seen ${identity.lastSeen}.`);

// At the end of the process, because waiting events do not keep it alive.
await apex.close();

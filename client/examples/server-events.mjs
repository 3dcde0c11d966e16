// Tells Apex of an order, and asks what it knows of the visitor who made it.
//
//   APEX_URL=http://127.0.0.1:3000 APEX_SERVER_KEY=svc_sk_… node server-events.mjs
import { createApexClient, unwrap } from '@apex/client';

const apex = createApexClient({
  baseUrl: process.env.APEX_URL ?? 'http://127.0.0.1:3000',
  serverKey: process.env.APEX_SERVER_KEY ?? '',
  // Without it the process is warned. An event comes here once, and only when it will not be stored.
  onError: (error, event) => console.error(`${event.type} was not stored: ${error.code}: ${error.message}`),
});

// From your own records: the order, whose it is, and the visitor id that the snippet gave the browser.
const order = { id: 'order-1001', total: 49.9, currency: 'EUR', email: 'ada@example.com', visitorId: 'browser-1' };

// Returns at once, and never throws. A messageId of your own keeps a second run from counting the order again.
apex.track({
  type: 'order_placed',
  email: order.email,
  visitorId: order.visitorId,
  messageId: order.id,
  data: { orderId: order.id, revenue: order.total, currency: order.currency },
});

// Only to read what was just tracked: a server goes on with its work instead.
await apex.flush();

const identity = await unwrap(apex.api.GET('/api/identity', { params: { query: { visitorId: order.visitorId } } }));
console.log(`${identity.visitorId} is ${identity.leadId}, last seen ${identity.lastSeen}.`);

// At the end of the process: events that still wait do not keep it alive.
await apex.close();

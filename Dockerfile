# One image for the API, the worker, the migrations and, for trying things out, the mail sink.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No install scripts: what the service needs of its packages is in them.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force

FROM node:24.21.0-bookworm-slim
# The worker's native core trusts the system's certificates when Temporal is reached over TLS.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production \
  NODE_OPTIONS=--enable-source-maps \
  MALLOC_ARENA_MAX=2 \
  HOST=0.0.0.0 \
  PORT=3000 \
  WORKER_PORT=3001 \
  WORKFLOW_BUNDLE=/app/build/workflow-bundle.js
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY --from=build /app/dist ./dist
COPY --from=build /app/build ./build
USER node
EXPOSE 3000 3001
# Also `node dist/worker/main.js` and `node dist/worker/migrate.js`. Node is the first process: it gets SIGTERM.
CMD ["node", "dist/api/server.js"]

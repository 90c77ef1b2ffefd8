# The service in an image of its own: built with all dependencies, run with those that it needs, by a user without rights.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY src ./src
COPY portal ./portal
COPY sources ./sources
COPY scripts ./scripts
COPY migrations ./migrations
# The commit that registro_info names: docker build --build-arg COMMIT=$(git rev-parse --short HEAD)
ARG COMMIT=
RUN npx tsc && node scripts/portal-api.mjs && node scripts/base-map.mjs && npx vite build --config portal/vite.config.mjs && echo "$COMMIT" >dist/commit

FROM node:26-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY package.json LICENSE THIRD-PARTY.md ./
COPY licenses ./licenses
COPY migrations ./migrations
COPY sql ./sql
# The SQL of features lies beside their code.
COPY src ./src
COPY sources ./sources
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir -m 700 /data /archivos && chown node:node /data /archivos
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals reach the service, which then stops in an orderly way.
CMD ["node", "dist/src/server.js"]

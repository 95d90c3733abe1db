# The pages are built with everything; what runs has the run-time packages and the built pages only.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=0
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force && mkdir /data && chown node:node /data
COPY src ./src
COPY scripts/start.ts scripts/pageSources.ts scripts/resolution.ts ./scripts/
COPY migrations ./migrations
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Without a shell in between, so that the stop signal arrives.
CMD ["node", "--max-semi-space-size=16", "--expose-gc", "scripts/start.ts"]

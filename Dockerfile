FROM node:26-slim AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY bin bin
COPY web web
RUN node bin/pages.mjs

FROM node:26-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
COPY --from=pages /app/web/dist web/dist
ENV HOST=0.0.0.0 DATA_DIR=/data
RUN mkdir -p /data node_modules/.cache && chown node:node /data node_modules/.cache
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m CMD node -e "fetch('http://localhost:'+(process.env.PORT||3000)+'/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--memory-reducer-delay-ms=600000", "src/main.mjs"]

# The build stage's steps also run without Docker: scripts/docker-steps.
FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked --bin slapdown
# The data folder is made here: a new volume that is mounted on it gets its owner.
RUN mkdir -p out/data \
    && cp "${CARGO_TARGET_DIR:-target}/release/slapdown" out/slapdown

# The same Debian that it was built on, and an ordinary user.
FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Slapdown" \
      org.opencontainers.image.description="A real-time multiplayer card-game server" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=build /src/out/slapdown /usr/local/bin/slapdown
COPY --from=build --chown=65532:65532 /src/out/data /data
USER 65532:65532
ENV SLAPDOWN_LISTEN=0.0.0.0:8080 \
    SLAPDOWN_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
# The server runs as process 1 and takes TERM itself.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s --retries=3 \
    CMD ["/usr/local/bin/slapdown", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/slapdown"]
CMD ["serve"]

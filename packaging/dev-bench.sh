# ./dev bench: timings as ratios to anchors of the same run; absolute times depend on the machine.
# Anchors: for counting npm's tiktoken (Rust compiled to WebAssembly) and gpt-tokenizer, fetched once into
# the cache folder, without npm or network only the conversion of the same text to UTF-8; for assembly the
# time that JavaScript takes to parse the same files; for a library the time to read its bytes; for templates npm's nunjucks
# under Node, both as whole processes; for finding words a look through the same texts in memory; for the window an
# empty window and a field alone in one.
# ./dev bench --window: the window's rows alone. What holds it up for more than 50 ms is said with its stack.
# ./dev bench --growth: how processor time grows with the input, as exponents.
# Sourced by ./dev.

bench=$cache/bench
mkdir -p "$bench"

if [ "${1:-}" = --growth ]; then
  build release snug
  inside python3 "$here/tests/bench/growth.py" "$here/build/release/bin/snug" "$bench/growth"
  exit
fi

bench_window() {
  local row
  build release bench_window snug_regexworker snug_templateworker snug_pictureworker
  for row in start key long-chat palette lorebook shared-prompt stream megabyte endless tiny-deltas; do
    inside "$here/build/release/bin/bench_window" "$row" >"$bench/window-$row.out" \
      || { say "bench_window $row did not run"; rm -f "$bench/window-$row.out"; }
  done
  inside python3 "$here/tests/bench/compare_window.py" "$bench"
}

if [ "${1:-}" = --window ]; then
  bench_window
  exit
fi

fetch_anchors() {
  [ -e "$bench/node_modules/.snug-complete" ] && return 0
  command -v npm >/dev/null || return 1
  say "fetching the anchors tiktoken and gpt-tokenizer from npm, once"
  ( cd "$bench" && npm install --silent --no-fund --no-audit --no-save --prefix . \
      tiktoken@1.0.22 gpt-tokenizer@4.0.0 >"$bench/npm.log" 2>&1 ) || return 1
  touch "$bench/node_modules/.snug-complete"
}

build release bench_tokens bench_library bench_lore bench_pictures bench_search snug
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

# Assembly: a folder of inputs for each size, made once; the same arguments make the same bytes.
for size in "small 50 30" "medium 2000 1000" "large 2000 10000"; do
  set -- $size
  folder=$bench/assembly-$1
  [ -e "$folder/chat.jsonl" ] || inside python3 "$here/tests/bench/make_assembly_input.py" "$folder" "$2" "$3"
  inside node "$here/tests/bench/parse_inputs.mjs" "$folder" >"$folder/anchor.out"
  inside "$here/build/release/bin/snug" bench "$folder" >"$folder/assembly.out"
  inside "$here/build/release/bin/bench_lore" "$folder" >"$folder/lore.out"
done
inside "$here/build/release/bin/bench_library" "$bench/library" >"$bench/library.out"
inside python3 "$here/tests/bench/compare_assembly.py" "$bench" small medium large
inside "$here/build/release/bin/bench_pictures"
inside "$here/build/release/bin/bench_search" "$bench/search" >"$bench/search.out"
inside python3 "$here/tests/bench/compare_search.py" "$bench/search.out"
bench_window

fetch_nunjucks() {
  [ -e "$bench/nunjucks/node_modules/.snug-complete" ] && return 0
  command -v npm >/dev/null || return 1
  say "fetching the anchor nunjucks from npm, once"
  mkdir -p "$bench/nunjucks"
  ( cd "$bench/nunjucks" && npm install --silent --no-fund --no-audit --no-save --prefix . \
      nunjucks@3.2.4 >"$bench/nunjucks.log" 2>&1 ) || return 1
  touch "$bench/nunjucks/node_modules/.snug-complete"
}

build release snug snug_templateworker
inside python3 "$here/tests/bench/make_template_context.py" >"$bench/context.json"
cp "$here/tests/bench/sixty_lines.njk" "$here/tests/bench/compare_render.py" "$bench/"
inside "$here/build/release/bin/snug" bench --template "$bench/sixty_lines.njk" "$bench/assembly-medium" \
  >"$bench/template.out"
inside python3 - "$bench/template.out" "$bench/assembly-medium/lore.out" <<'END'
import json, sys
ours, lore = (json.load(open(path)) for path in sys.argv[1:])
print(f"an unchanged template and one more message: rendering takes {100 * ours['render_ms'] / ours['turn_ms']:.0f} % "
      f"of the assembly, {ours['render_ms'] / lore['keystroke_ms']:.2f} times the lore scan of 1000 entries")
END
if fetch_nunjucks; then
  cp "$here/tests/bench/render_nunjucks.cjs" "$bench/nunjucks/"
  inside python3 "$bench/compare_render.py" 12 \
    "$here/build/release/bin/snug" render-template --template "$bench/sixty_lines.njk" --context "$bench/context.json" -- \
    node "$bench/nunjucks/render_nunjucks.cjs" "$bench/sixty_lines.njk" "$bench/context.json"
else
  say "npm or the network is missing: no Nunjucks to compare templates with"
fi

# Two commands do everything on a fresh machine: `make play` and `make test`.
# A shared target directory is honoured when CARGO_TARGET_DIR is set.

CARGO ?= cargo

.PHONY: play test bench baseline fmt long fuzz

play: ## builds Playmat and starts the server; it prints its address
	$(CARGO) run --release --quiet --package playmat -- serve

test: ## everything: format, lints, tests, scenarios, coverage, instruction counts
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	sh tools/with-postgres.sh $(CARGO) test --workspace --quiet
	$(CARGO) build --release --quiet --package playmat
	$(CARGO) run --release --quiet --package playmat -- check cards
	$(CARGO) run --release --quiet --package playmat -- fmt --check cards
	@out=$$($(CARGO) run --release --quiet --package playmat -- scenario scenarios 2>&1) || { echo "$$out" | grep -v '^ok '; exit 1; }; \
		echo "$$out" | tail -n 1
	$(CARGO) run --release --quiet --package playmat -- coverage
	sh tools/instructions.sh check

long: ## the long forms of the property suites
	PLAYMAT_LONG=1 sh tools/with-postgres.sh $(CARGO) test --workspace --release

fuzz: ## a short run of every fuzz target, on top of the committed corpora
	for target in card_parser scenario_parser record_reader answers; do \
		mkdir -p fuzz/found/$$target; \
		RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run --fuzz-dir fuzz $$target fuzz/found/$$target fuzz/corpus/$$target -- -max_total_time=60 || exit 1; \
	done

bench: ## the numbers: random games, decisions, copies, loading
	$(CARGO) run --release --quiet --package playmat -- bench

baseline: ## writes the instruction counts down as the new baseline
	sh tools/instructions.sh write

fmt: ## formats the code and the cards
	$(CARGO) fmt --all
	$(CARGO) run --release --quiet --package playmat -- fmt cards

# Two commands do everything on a fresh machine: `make play` and `make test`.
# A shared target directory is honoured when CARGO_TARGET_DIR is set.

CARGO ?= cargo
# What the tests have compiled is not compiled once more: a single package would be built with other features of its dependencies.
TESTED = --workspace --examples
PLAYMAT = $${CARGO_TARGET_DIR:-target}/debug/playmat

.PHONY: play test site bench baseline pictures fmt long fuzz package wheel

play: ## builds Playmat with its web client and starts the server; it prints its address
	sh tools/web.sh build
	$(CARGO) run --release --quiet --package playmat -- serve

test: ## everything: format, lints, tests, scenarios, coverage, instruction counts, the web client in a browser
	sh tools/web.sh build
	sh tools/web.sh check
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	sh tools/with-nats.sh sh tools/with-postgres.sh $(CARGO) test --workspace --quiet
	sh tools/pocket.sh check
	sh tools/package.sh check
	$(CARGO) build --quiet $(TESTED) --bin playmat
	$(PLAYMAT) check cards
	$(PLAYMAT) fmt --check cards
	@out=$$($(PLAYMAT) scenario scenarios 2>&1) || { echo "$$out" | grep -v '^ok '; exit 1; }; \
		echo "$$out" | tail -n 1
	$(PLAYMAT) coverage
	sh tools/web.sh e2e
	sh tools/python.sh test
	sh tools/instructions.sh check

site: ## makes dist/site: the client with everything that is played on the device, as files for any web space
	sh tools/web.sh site

long: ## the long forms of the property suites
	PLAYMAT_LONG=1 sh tools/with-nats.sh sh tools/with-postgres.sh $(CARGO) test --workspace --release
	$(CARGO) build --quiet $(TESTED) --bin playmat
	PLAYMAT_LONG=1 sh tools/pocket.sh check
	PLAYMAT_LONG=1 sh tools/python.sh test
	PLAYMAT_LONG=1 sh tools/python.sh cluster

fuzz: ## a short run of every fuzz target, on top of the committed corpora
	$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz
	for target in card_parser scenario_parser record_reader answers; do \
		mkdir -p fuzz/found/$$target; \
		RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run --fuzz-dir fuzz $$target fuzz/found/$$target fuzz/corpus/$$target -- -max_total_time=60 || exit 1; \
	done

package: ## makes the packages of the library crates, and compiles each from itself alone
	$(CARGO) fetch --locked
	sh tools/package.sh full

wheel: ## makes the Python package: dist/playmat-VERSION-....whl
	sh tools/python.sh wheel

bench: ## the numbers: random games, decisions, copies, loading
	$(CARGO) run --release --quiet --package playmat -- bench

baseline: ## writes the instruction counts down as the new baseline
	sh tools/instructions.sh write

pictures: ## takes the pictures of docs/images anew
	sh tools/web.sh build
	$(CARGO) build --quiet --package playmat
	PLAYMAT_PICTURES=1 sh tools/web.sh e2e pictures turn

fmt: ## formats the code and the cards
	$(CARGO) fmt --all
	sh tools/web.sh format
	$(CARGO) run --release --quiet --package playmat -- fmt cards

// What the list of cards is narrowed to.
import { type Facets, type Filter, NO_FILTER } from "../lib/decklist";
import { capital, title } from "../lib/words";

type Props = { facets: Facets; filter: Filter; change: (filter: Filter) => void; found: number; all: number };

/** The filters. Those that a game has no use for are not there. */
export function Filters({ facets, filter, change, found, all }: Props) {
	const set = (part: Partial<Filter>) => change({ ...filter, ...part });
	const used = Object.entries(filter).some(([name, value]) => name !== "sort" && value !== "");
	const more = [filter.type, filter.subtype, filter.level, filter.word, filter.first, filter.second].filter(Boolean).length;
	const numberNames = facets.numbers === 1 ? ["Power"] : ["Attack", facets.levels.length > 0 ? "Defense" : "Health"];
	return (
		<search className="filters" aria-label="Find cards">
			<label className="field filter-text">
				<span>Name or text</span>
				<input
					type="search"
					value={filter.text}
					onChange={(event) => set({ text: event.target.value })}
					placeholder="Find by name or text"
				/>
			</label>
			<Pick label="Kind" value={filter.kind} all={facets.kinds} set={(kind) => set({ kind })} />
			<Pick label="Category" value={filter.category} all={facets.categories} set={(category) => set({ category })} />
			<Pick label="Type" value={filter.type} all={facets.types} set={(type) => set({ type })} />
			<details className="filter-more">
				<summary>
					{more > 0 ? `More filters (${more})` : "More filters"} <span className="sr">and the order</span>
				</summary>
				<div className="filter-grid">
					<Pick label="Sub-type" value={filter.subtype} all={facets.subtypes} set={(subtype) => set({ subtype })} />
					<Pick label="Level" value={filter.level} all={facets.levels.map(String)} set={(level) => set({ level })} />
					<Pick label="Keyword or trigger" value={filter.word} all={facets.words} set={(word) => set({ word })} />
					{numberNames.slice(0, facets.numbers).map((name, index) => (
						<label key={name} className="field">
							<span>{name} at least</span>
							<input
								type="number"
								inputMode="numeric"
								min={0}
								value={index === 0 ? filter.first : filter.second}
								onChange={(event) => set(index === 0 ? { first: event.target.value } : { second: event.target.value })}
							/>
						</label>
					))}
					<label className="field">
						<span>Order</span>
						<select value={filter.sort} onChange={(event) => set({ sort: event.target.value as Filter["sort"] })}>
							<option value="name">by name</option>
							{facets.levels.length > 0 && <option value="level">by level</option>}
							{numberNames.slice(0, facets.numbers).map((name, index) => (
								<option key={name} value={index === 0 ? "first" : "second"}>
									by {name.toLowerCase()}
								</option>
							))}
						</select>
					</label>
				</div>
			</details>
			<p className="filter-found">
				<span role="status">{found === all ? `${all} cards` : `${found} of ${all} cards`}</span>
				{used && (
					<button type="button" className="link" onClick={() => change({ ...NO_FILTER, sort: filter.sort })}>
						Show all
					</button>
				)}
			</p>
		</search>
	);
}

function Pick({ label, value, all, set }: { label: string; value: string; all: string[]; set: (value: string) => void }) {
	if (all.length < 2) return null;
	return (
		<label className="field">
			<span>{label}</span>
			<select value={value} onChange={(event) => set(event.target.value)}>
				<option value="">Any</option>
				{all.map((one) => (
					<option key={one} value={one}>
						{capital(title(one))}
					</option>
				))}
			</select>
		</label>
	);
}

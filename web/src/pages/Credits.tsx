// Whose work is used here, and under which licence.
import { Page } from "./Page";

const ARTISTS =
	"Lorc, Delapouite, John Colburn, Felbrigg, John Redman, Carl Olsen, Sbed, PriorBlue, Willdabeast, Viscious Speed, Lord Berandas, Irongamer, HeavenlyDog, Lucas, Faithtoken, Skoll, Andy Meneely, Cathelineau, Kier Heyl, Aussiesim, Sparker, Zeromancer, Rihlsul, Quoting, Guard13007, DarkZaitzev, SpencerDub, GeneralAce135, Zajkonur, Catsu, Starseeker, Pepijn Poolman, Pierre Leducq and Caro Asercion";

/** The page. */
export function Credits() {
	return (
		<Page title="Credits and licences">
			<section className="box">
				<h2>Pictures</h2>
				<p>
					The pictures on the cards are from <a href="https://game-icons.net">game-icons.net</a>, drawn by {ARTISTS}. They are
					used under the licence <a href="https://creativecommons.org/licenses/by/3.0/">Creative Commons Attribution 3.0</a>.
					Their colours and the scenes around them were added here; the paths were shortened to tenths of a unit. Animals that
					this set does not have are drawn for Playmat.
				</p>
			</section>
			<section className="box">
				<h2>Fonts</h2>
				<p>
					Fraunces, by Undercase Type, and Figtree, by Erik Kennedy, both under the{" "}
					<a href="https://openfontlicense.org">SIL Open Font License 1.1</a>.
				</p>
			</section>
			<section className="box">
				<h2>Code</h2>
				<p>
					This page is built with <a href="https://react.dev">React</a> and{" "}
					<a href="https://github.com/paulmillr/noble-hashes">noble-hashes</a> (both MIT licence).
				</p>
			</section>
		</Page>
	);
}

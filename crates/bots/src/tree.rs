//! The tree of a search: answers that followed each other, with what came of them.
//!
//! A node is the list of the answers tried there. Answers are followed by what they are, not by their place, since the options
//! of a question differ from one imagined world to the next.

/// An answer in the tree, and the node behind it.
#[derive(Clone, Copy, Debug)]
struct Edge {
    key: u64,
    /// What came of it for the seat that answered so, summed up.
    sum: f64,
    visits: u32,
    /// How often it could be chosen: it competes only where it is possible.
    available: u32,
    /// The first answer behind it.
    first: u32,
    /// The next answer beside it.
    next: u32,
}

const NONE: u32 = u32::MAX;

/// All nodes in one arena, which is kept from search to search.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    edges: Vec<Edge>,
}

/// An answer that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// Its place among the options.
    pub option: usize,
    /// The node behind it.
    pub node: u32,
    /// Whether it was taken for the first time.
    pub new: bool,
}

impl Tree {
    /// The node that the search starts from.
    pub const ROOT: u32 = 0;

    /// Forgets everything but the room.
    pub fn clear(&mut self) {
        self.edges.clear();
        self.edges.push(Edge { key: 0, sum: 0.0, visits: 0, available: 0, first: NONE, next: NONE });
    }

    /// Takes one of the options, given by their keys: one that was never tried (`fresh` says which of them), or the one with the
    /// best upper bound. How sure a bound is counts only the times at which the option was possible.
    pub fn take(&mut self, node: u32, keys: &[u64], curiosity: f64, fresh: impl FnOnce(&[usize]) -> usize) -> Taken {
        let mut untried = [0usize; playmat_kernel::MOST_OPTIONS];
        let mut count = 0;
        let (mut best, mut best_bound, mut best_option) = (NONE, f64::NEG_INFINITY, 0);
        for (option, &key) in keys.iter().enumerate() {
            let found = self.find(node, key);
            if found == NONE {
                untried[count] = option;
                count += 1;
                continue;
            }
            let edge = &mut self.edges[found as usize];
            edge.available += 1;
            if count == 0 {
                let visits = f64::from(edge.visits);
                let bound = edge.sum / visits + curiosity * (f64::from(edge.available).ln() / visits).sqrt();
                if bound > best_bound {
                    (best, best_bound, best_option) = (found, bound, option);
                }
            }
        }
        if count == 0 {
            return Taken { option: best_option, node: best, new: false };
        }
        let option = untried[fresh(&untried[..count]).min(count - 1)];
        Taken { option, node: self.add(node, keys[option]), new: true }
    }

    /// Adds what came of an answer, seen by who gave it.
    pub fn credit(&mut self, node: u32, reward: f64) {
        let edge = &mut self.edges[node as usize];
        edge.visits += 1;
        edge.sum += reward;
    }

    /// The answers at the root: key, visits, sum.
    pub fn answers(&self) -> impl Iterator<Item = (u64, u32, f64)> + '_ {
        let mut at = self.edges.first().map_or(NONE, |root| root.first);
        std::iter::from_fn(move || {
            let edge = self.edges.get(at as usize)?;
            at = edge.next;
            Some((edge.key, edge.visits, edge.sum))
        })
    }

    /// How far the most visited answer at the root is ahead of the second.
    pub fn lead(&self) -> u32 {
        let (mut first, mut second) = (0, 0);
        for (_, visits, _) in self.answers() {
            if visits > first {
                (first, second) = (visits, first);
            } else {
                second = second.max(visits);
            }
        }
        first - second
    }

    fn find(&self, node: u32, key: u64) -> u32 {
        let mut at = self.edges[node as usize].first;
        while at != NONE && self.edges[at as usize].key != key {
            at = self.edges[at as usize].next;
        }
        at
    }

    fn add(&mut self, node: u32, key: u64) -> u32 {
        let at = self.edges.len() as u32;
        let next = std::mem::replace(&mut self.edges[node as usize].first, at);
        self.edges.push(Edge { key, sum: 0.0, visits: 0, available: 1, first: NONE, next });
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(tree: &mut Tree, keys: &[u64], reward: impl Fn(u64) -> f64) -> u64 {
        let taken = tree.take(Tree::ROOT, keys, 0.7, |_| 0);
        tree.credit(taken.node, reward(keys[taken.option]));
        keys[taken.option]
    }

    #[test]
    fn every_option_is_tried_before_one_is_tried_again() {
        let mut tree = Tree::default();
        tree.clear();
        let mut seen: Vec<u64> = (0..4).map(|_| play(&mut tree, &[1, 2, 3, 4], |_| 0.5)).collect();
        seen.sort_unstable();
        assert_eq!(seen, [1, 2, 3, 4]);
        assert_eq!(tree.lead(), 0);
    }

    #[test]
    fn the_better_answer_is_taken_more_often() {
        let mut tree = Tree::default();
        tree.clear();
        for _ in 0..1000 {
            play(&mut tree, &[1, 2, 3], |key| if key == 2 { 0.7 } else { 0.4 });
        }
        let visits = |wanted| tree.answers().find(|(key, ..)| *key == wanted).map_or(0, |(_, visits, _)| visits);
        assert!(visits(2) > 700 && visits(1) > 5 && visits(3) > 5, "{:?}", tree.answers().collect::<Vec<_>>());
        assert_eq!(visits(1) + visits(2) + visits(3), 1000);
    }

    /// What is seldom possible is not punished for that: it is taken whenever it is possible and better.
    #[test]
    fn an_option_competes_only_where_it_is_possible() {
        let mut tree = Tree::default();
        tree.clear();
        let mut taken = 0;
        for round in 0..2000 {
            let rare = round % 10 == 0;
            let keys: &[u64] = if rare { &[1, 2] } else { &[1] };
            taken += u32::from(play(&mut tree, keys, |key| if key == 2 { 0.8 } else { 0.3 }) == 2);
        }
        assert!(taken > 150, "taken {taken} of 200 times");
    }
}

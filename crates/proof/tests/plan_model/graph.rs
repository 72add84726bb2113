//! The graph of all states, to prove that a final state, in which the plan is finished, is reachable from each of them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use stateright::Model as _;

use super::model::{Action, PlanModel, State};
use super::properties::is_end;

/// The states that are reachable from the start, by number, and the steps between them.
pub(crate) struct Graph {
    numbers: HashMap<u64, usize>,
    /// Reversed edges: pairs of a state and a state that leads to it, by number.
    edges: Vec<(usize, usize)>,
    /// Number of the state from which each state was first reached.
    parents: Vec<Option<usize>>,
    ends: Vec<usize>,
    /// Number of actions from an initial state to the farthest state.
    pub(crate) depth: usize,
}

fn fingerprint(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

impl Graph {
    /// Explores all states breadth first.
    pub(crate) fn new(model: &PlanModel) -> Self {
        let mut graph =
            Self { numbers: HashMap::new(), edges: Vec::new(), parents: Vec::new(), ends: Vec::new(), depth: 0 };
        let mut level = model.init_states();
        for state in &level {
            graph.number(model, state, None);
        }
        while !level.is_empty() {
            let mut next = Vec::new();
            for state in level {
                let from = graph.numbers[&fingerprint(&state)];
                for following in model.next_states(&state) {
                    let (to, is_new) = graph.number(model, &following, Some(from));
                    graph.edges.push((to, from));
                    if is_new {
                        next.push(following);
                    }
                }
            }
            graph.depth += usize::from(!next.is_empty());
            level = next;
        }
        graph
    }

    /// Returns the number of a state, and whether the state is new.
    fn number(&mut self, model: &PlanModel, state: &State, parent: Option<usize>) -> (usize, bool) {
        let number = self.parents.len();
        match self.numbers.entry(fingerprint(state)) {
            Entry::Occupied(entry) => (*entry.get(), false),
            Entry::Vacant(entry) => {
                entry.insert(number);
                self.parents.push(parent);
                if is_end(model, state) {
                    self.ends.push(number);
                }
                (number, true)
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.parents.len()
    }

    /// Returns a shortest sequence of actions to a state from which no final state is reachable; `None` if there is no
    /// such state.
    pub(crate) fn trap(&mut self, model: &PlanModel) -> Option<Vec<Action>> {
        let reaches = self.reaching();
        let mut number = reaches.iter().position(|reaches| !reaches)?;
        let mut path = vec![number];
        while let Some(parent) = self.parents[number] {
            path.insert(0, parent);
            number = parent;
        }
        let mut state = model.init_states().remove(0);
        let mut actions = Vec::new();
        for number in &path[1..] {
            let mut steps = model.next_steps(&state).into_iter();
            let (action, next) = steps.find(|(_, next)| self.numbers[&fingerprint(next)] == *number)?;
            actions.push(action);
            state = next;
        }
        Some(actions)
    }

    /// Returns for each state whether a final state is reachable from it.
    fn reaching(&mut self) -> Vec<bool> {
        self.edges.sort_unstable();
        self.edges.dedup();
        let mut reaches = vec![false; self.len()];
        let mut open = self.ends.clone();
        for end in &open {
            reaches[*end] = true;
        }
        while let Some(to) = open.pop() {
            let first = self.edges.partition_point(|(other, _)| *other < to);
            for (_, from) in self.edges[first..].iter().take_while(|(other, _)| *other == to) {
                if !std::mem::replace(&mut reaches[*from], true) {
                    open.push(*from);
                }
            }
        }
        reaches
    }
}

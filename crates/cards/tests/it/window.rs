use playmat_cards::{Offer, Turns, Window};
use playmat_kernel::Seat;

/// Both players, in turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Both;

impl Turns for Both {
    const COUNT: u8 = 2;

    fn after(seat: Seat) -> Seat {
        seat.rival()
    }
}

#[test]
fn turns_that_hold_nothing_are_skipped() {
    let window = Window::new(Both, Seat::Two);
    let (at, offer) = window.next(|window| if window.seat == Seat::One { Offer::<()>::Ask } else { Offer::Nothing }).unwrap();
    assert_eq!((at.seat, at.turn, offer), (Seat::One, 1, Offer::Ask));
}

#[test]
fn a_window_in_which_nobody_can_do_anything_is_over() {
    let mut looked = Vec::new();
    let over = Window::new(Both, Seat::Two).next(|window| {
        looked.push(window.seat);
        Offer::<()>::Nothing
    });
    assert_eq!(over, None);
    assert_eq!(looked, [Seat::Two, Seat::One]);
}

#[test]
fn what_happens_by_itself_leaves_the_turn_open() {
    let window = Window::new(Both, Seat::One);
    let (at, offer) = window.next(|_| Offer::Happens("trap")).unwrap();
    assert_eq!((at, offer), (window, Offer::Happens("trap")));
}

#[test]
fn it_is_over_when_all_have_passed() {
    let window = Window::new(Both, Seat::One).passed();
    assert_eq!(window.seat, Seat::Two);
    assert_eq!(window.passed().next(|_| Offer::<()>::Ask), None);
}

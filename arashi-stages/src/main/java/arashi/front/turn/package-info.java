/** Bounds on what one account has at work at the same time, so that none shuts out the others. */
package arashi.front.turn;

/** What open pages cost: listeners that rest, and listeners to whom something happens. */
package benchmarks.live;

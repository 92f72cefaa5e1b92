/** {@code arashi bench store}: one mailbox that grows, and what the store costs at each size. */
package benchmarks.store;

/** Mail that is being written, and files that are to be attached to it. */
package arashi.store.draft;

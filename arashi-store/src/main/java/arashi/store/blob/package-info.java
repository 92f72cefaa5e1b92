/**
 * Raw mail by its SHA-256, compressed and split into chunks. Identical bytes are stored once, even
 * if several messages and accounts share them.
 *
 * <pre>
 *   raw ── Sha256, Deflate ──► BlobWriter.put ──► blob, blob_data ──► Blobs.open ──► raw
 *                                                       │
 *              BlobLinks.add ──► blob_link ◄── reads ── Blobs.sweep deletes blobs without a link
 * </pre>
 *
 * <p><b>Threads.</b> Methods that touch the database block, and are safe from any thread; a stream
 * belongs to one thread. Hashing and compressing need no lock and no connection.
 */
package arashi.store.blob;

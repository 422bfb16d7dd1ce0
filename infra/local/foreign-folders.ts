/**
 * Names in a data directory that are no data of ours: the cache of npm, whose home the directory is
 * for the service's user, and the folder that the file system makes on a disk of its own, which
 * belongs to root.
 */
export const FOREIGN_FOLDERS: readonly string[] = ['.npm', 'lost+found']

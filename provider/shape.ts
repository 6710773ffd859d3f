// Data sources hold their arguments to shapes too, and take nothing from here: so shapes are the client's.
export * from '../api/shape';

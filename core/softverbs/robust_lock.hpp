// A lock in memory that processes share. Its holder may be killed; whoever takes it next is told.
#pragma once

#include <pthread.h>

#include <cerrno>

namespace softverbs {

class RobustLock {
 public:
  /// For a `std::lock_guard`.
  void lock() {
    if (pthread_mutex_lock(&mutex_) == EOWNERDEAD) pthread_mutex_consistent(&mutex_);
  }
  void unlock() { pthread_mutex_unlock(&mutex_); }

  /// In fresh memory, once.
  void initialise() {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex_, &attributes);
    pthread_mutexattr_destroy(&attributes);
  }

  /// One that a thread holds for as long as it lives tells others whether it does; they need no system call for the answer.
  bool is_held_by_the_living() {
    const int came = pthread_mutex_trylock(&mutex_);
    if (came == EOWNERDEAD) pthread_mutex_consistent(&mutex_);
    if (came == 0 || came == EOWNERDEAD) pthread_mutex_unlock(&mutex_);
    return came == EBUSY;
  }

 private:
  pthread_mutex_t mutex_;
};

}  // namespace softverbs
